/** Sentences that are captions, bylines or notices and no content: English first, the rest by how they begin. */

const NOTICES: readonly RegExp[] = [
  // money and mail
  /\baffiliate|\b(?:earn|receive|get) (?:a |an )?(?:small )?commission|(?<!-)\bsponsored (?:by|content|posts?)\b|\badvertisements?\b|^disclosure\b/i,
  /\bcommissions?\b.{0,80}\b(?:links?|purchases?|buy(?:ing)?)\b|\b(?:[Ll]inks?|[Pp]urchases?|[Bb]uy(?:ing)?)\b.{0,80}\bcommissions?\b/,
  /\bnewsletters?\b|\bunsubscribe\b|\bsubscribe (?:now|today|here|below)\b|\bsubscribe to (?:our|the|my)\b.{0,40}\b(?:channel|podcast)|\bsign(?:ing)? up (?:for|to|now|today|here|below)\b|\benter your e-?mail\b|\byour inbox\b/i,
  /\bcookies?\b.*\b(?:consent|accept|policy|browser|settings|website|site|experience)\b|\b(?:we|site) uses? cookies\b|\bprivacy policy\b|\bterms of (?:use|service)\b|\bterms and conditions\b/i,
  /©|\ball rights reserved\b|\bcopyright \d|\bfollow (?:us|me|him|her|them)\b|\bclick (?:here|below|on)\b|\bleave a (?:comment|reply)\b/i,
  /^(?:read|see|learn|find out|discover|continue reading|watch|listen|share|tweet|related|tags?|filed under|view|load more|back to top|skip to|advertisement|editor['’]s note|correction|updated?|note)\b[^.]{0,40}(?:$|:)/i,
  // pictures
  /\b(?:photo(?:graph)?|image|picture|illustration|video|foto|bild)s?(?: credits?)?(?: by\b|\s*:| courtesy)|\bgetty images\b|\bshutterstock\b|\bunsplash\b|\b(?:ap|afp|reuters)(?: photo|\/)|\bimage credit|\bpictured\b/i,
  /^(?:figure|fig|abbildung|abb|image|photo|source|quelle|credit)s?\.?\s*(?:\d|:|by\b)/i,
  // who wrote it and when
  /^(?:[Bb]y|[Vv]on|[Pp]ar|[Pp]or|[Dd]i) \p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]+){0,3}(?:$|[,|•·–—-])/u,
  /^(?:written|posted|published|updated|reviewed|edited|reported|compiled|originally published|last (?:updated|modified|reviewed)) (?:by|on|at|in|:|\p{Lu}|\d)/iu,
  /\bthis (?:article|post|story|page) (?:was|is|has been|contains|may contain|originally|first)\b/i,
];
/** By how they begin, in other languages: commands to the reader, labels and lines of dates, which content hardly opens on. */
const FOREIGN_NOTICES: readonly RegExp[] = [
  // German, French, Spanish, Portuguese, Italian
  /^(?:lesen sie (?:auch|mehr|hier)|mehr zum thema|abonnieren sie|melden sie sich .{0,40} an\b|folgen sie uns|alle rechte vorbehalten|autor(?:in)?:|text:|(?:veröffentlicht|aktualisiert|geändert) am.{0,40}$)/i,
  /^(?:(?:à )?(?:lire|voir|écouter|découvrir) (?:aussi|également)|lisez aussi|abonnez-vous|inscrivez-vous|suivez-nous|cliquez|tous droits réservés|crédits?(?: photos?)? ?:|auteurs? ?:|photos? ?:|(?:publié|posté|modifié|mis à jour) (?:le|par).{0,40}$)/i,
  /^(?:(?:le[aer]+|ve[ar]|mir[ae]|descubr[ae]) (?:también|más sobre)|(?:le|te) puede interesar|suscr[ií]b(?:ete|ase|irse)|reg[ií]str(?:ate|ese|arse)|s[ií]g(?:a|ue)nos|ha(?:ga|z) clic|todos los derechos|autora? ?:|fotos? ?:|fotografía ?:|fuente ?:|(?:publicado|actualizado) (?:el|por).{0,40}$)/i,
  /^(?:(?:leia|veja|saiba|confira|assista) (?:também|mais)|assine|inscreva-se|cadastre-se|siga-nos|clique|compartilhe|todos os direitos|fonte ?:|créditos? ?:|(?:publicado|atualizado) (?:em|por).{0,40}$)/i,
  /^(?:(?:leggi|vedi|guarda|scopri) (?:anche|di più)|iscriviti|abbonati|seguici|clicca|condividi|tutti i diritti|autor[ei] ?:|(?:pubblicato|aggiornato) (?:il|da).{0,40}$)/i,
  /\b(?:infolettre|boletín (?:de noticias|informativo|semanal|diario)|boletim (?:informativo|semanal|diário)|nuestro boletín|nosso boletim)|\b(?:utilis|utiliz|verwend|accept|acept|aceit)\p{L}* .{0,30}\bcookies\b/iu,
  // Russian, Chinese, Japanese, Hindi
  /^(?:(?:автор[ыа]?|фото|источник|текст|редактор|иллюстрация|теги|рубрика)\s?:|подпи(?:шитесь|сывайтесь)|(?:читайте|смотрите|см\.) (?:также|далее|ещ[её])|читать (?:далее|также|полностью)|все права защищены|следите за нами|перейдите по ссылке|(?:опубликовано|обновлено)(?::| \d| в \d))/iu,
  /^(?:(?:原标题|原標題|标题|来源|來源|作者|记者|記者|编辑|編輯|责编|责任编辑|責任編輯|校对|摄影|攝影|图|圖|图片|圖片|图源|图片来源|文|撰文|发布时间|更新时间|声明|免责声明|关键词|标签)\s?[:：/|｜]|点击(?:这里|此处|下方|上方|查看|阅读|关注|进入|链接)|扫(?:码|描二维码|一扫)|长按|(?:欢迎)?(?:关注|订阅|转发)(?:我们|本)|相关阅读|延伸阅读|推荐阅读|更多精彩|版权所有|本文(?:来自|来源|转自|经授权|首发))|转载(?:请|需|须)|未经.{0,8}(?:转载|复制|摘编)/u,
  /^(?:(?:写真|出典|著者|執筆|撮影|文|取材|編集|提供|画像|関連記事|公開日|更新日|タグ)\s?[:：=＝/]|あわせて読みたい|続き(?:を読む|はこちら)|詳しくはこちら|無断(?:転載|複製))|メールマガジン|メルマガ|フォローして(?:ください|ね)/u,
  /^(?:(?:लेखक|स्रोत|फ\u093c?ोटो|तस्वीर|प्रकाशित|अपडेट|संपादन)\s?[:：-]|(?:यह|ये|इसे) भी |और प(?:ढ\u093c?|\u095d)ें|सर्वाधिकार|फ\u093c?ॉलो करें|क्लिक करें)|न्यू(?:ज\u093c?|\u095b)लेटर|सब्सक्राइब|सदस्यता लें/u,
];
const AUTHOR =
  /\bis (?:a|an|the|our) (?:[\w-]+ ){0,5}(?:writer|journalist|reporter|editor|blogger|freelancer|contributor|correspondent|columnist)\b|\bwrites (?:about|for)\b|\bhas (?:written|been writing)\b/i;
/** In UTF-16 units. */
const MAX_READ = 600;

/** `isOffTopic`: shares no word with the title; only such a line can be about the author. */
export function isNotice(text: string, isOffTopic: boolean): boolean {
  const read = text.slice(0, MAX_READ);
  return [NOTICES, FOREIGN_NOTICES].flat().some((pattern) => pattern.test(read)) || (isOffTopic && AUTHOR.test(read));
}
