/** Tells a question that asks for nothing but a summary of the page, in any of the languages below. */
import { createStopWordTest, splitWords } from '../pipeline/engines/keywords.ts';

/** What asks for it. English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Polish, Turkish; Russian; Arabic; Chinese, Japanese, Korean. */
const ASKING = new RegExp(
  [
    String.raw`(?<!\p{L})(?:tl[;:,]?\s?dr|summar(?:y|i[sz]e|i[sz]ing)|overview|gist|recap|key (?:points|takeaways)|main (?:points?|ideas?)|takeaways|in a nutshell)(?!\p{L})`,
    String.raw`^what(?:['’]s|s| is| are| does)? (?=.*\babout\W*$)|^what (?=does .*\bsay\W*$)`,
    String.raw`(?<!\p{L})(?:zusammen(?:ge)?fass\p{L}*|fass\p{L}* (?=.*\bzusammen\b)|zusammen(?!\p{L})|überblick|kern(?:aussagen?|punkte)|worum geht(?:['’]?s| es)|wovon handelt)`,
    String.raw`(?<!\p{L})(?:résum\p{L}*|de quoi (?:parle|traite|s['’]agit)\p{L}*|points clés|resum\p{L}*|de qu[eé] (?:trata|va|habla)\p{L}*|riassum\p{L}*|riassunto|di (?:che )?cosa (?:parla|tratta)\p{L}*|(?:do|de) que (?:se )?trata|sobre o que é)`,
    String.raw`(?<!\p{L})(?:samenvat\p{L}*|vat (?=.*\bsamen\b)|samen(?!\p{L})|waar gaat (?=.*\bover\b)|sammanfatt\p{L}*|vad handlar|stre[sś][cćz]\p{L}*|podsumuj|o czym|özet\p{L}*|ne hakkında|ne anlatıyor)`,
    String.raw`(?<!\p{L})(?:кратк\p{L}*|резюм\p{L}*|переска\p{L}*|о ч[её]м|суть|обобщи\p{L}*|(?:ال)?ملخص\p{L}*|لخص\p{L}*|تلخيص\p{L}*|خلاصة|عن ماذا|عم تتحدث)`,
    '总结|概括|摘要|概要|主要内容|大意|(?:讲|说|写|讲述)的?(?:了|是)?什么|總結|要約|まとめ|内容|何について|要点|요약|정리|무슨 내용|무엇에 (?:관한|대한)',
  ].join('|'),
  'giu',
);
/** What may stand beside it: names of the text, and how short it is to be. */
const BESIDE = new RegExp(
  `^(?:${[
    'pages?|web|webpages?|websites?|sites?|articles?|texts?|posts?|stor(?:y|ies)|documents?|papers?|blogs?|contents?|short|brief|briefly|quick|quickly|sentences?|words?|bullets?|points?|whole|entire|give|want|please|need|write|say',
    'seiten?|artikels?|beitrags?|webseite|dokuments?|kurz\\p{L}*|inhalts?|sätzen?|gib|mir|textes?|textos?|documentos?|página|pagina|article|texte|document|articolo|testo|artículo|artigo|court|bref|brève|breve|corto|fais|haz|fammi|faça|donne|dame|phrases?|frases',
    'tekst|verhaal|kort|sida\\p{L}*|texten|strona|strony|artykuł\\p{L}*|tekstu|sayfa\\p{L}*|makale\\p{L}*|yazı\\p{L}*|страниц\\p{L}*|стат(?:ь|е)\\p{L}*|текст\\p{L}*|документ\\p{L}*|эт\\p{L}+|содержание|идет|идёт|речь|говорит\\p{L}*',
    '(?:ال|لل|ل)?(?:صفحة|مقال|مقالة|نص|موضوع)|هذ[اه]|لي|페이지|글|기사|문서|이|해|줘|주세요|좀|하|알려|인가요|인가|을|를|은|는',
  ].join('|')})\\p{M}*$`,
  'iu',
);

const BESIDE_UNSPACED =
  /页面|网页|網頁|頁面|文章|本文|网站|全文|一下|ページ|記事|サイト|この|これ|ください|下さい|です|[文篇页请下这個个给我用它是的了何てしをはのでがか]/gu;

/** In UTF-16 units: what is longer asks for more. */
const MAX_LENGTH = 120;

/** “What is this page about?”, “tl;dr”; not “Summarise the second chapter”. */
export function asksForSummary(question: string): boolean {
  const text = question.trim().normalize('NFC');
  if (text.length > MAX_LENGTH) return false;
  if (text.search(ASKING) === -1) return false;
  const rest = text.replace(ASKING, ' ').replace(BESIDE_UNSPACED, ' ');
  const isGrammar = createStopWordTest(text);
  return splitWords(rest, '').every(
    (word) => isGrammar(word.toLowerCase()) || /^\p{N}+$/u.test(word) || BESIDE.test(word),
  );
}
