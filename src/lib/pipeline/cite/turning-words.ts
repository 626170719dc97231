/** Words whose omission may turn what a text says: negations, contrasts, exceptions, conditions, denials, and who said it. */

/** Told in any language: pages often name another than theirs. */
const CLEAR = collectWords([
  'not non none nor never nobody nothing nowhere neither cannot cant wont without hardly scarcely rarely seldom barely',
  'but however although though except excepting unless whereas despite instead rather otherwise until',
  'nevertheless nonetheless notwithstanding contrary conversely excluding excluded besides barring',
  'falsely untrue wrong wrongly denied denies denying refused refuses failed fails lacks lacking allegedly supposedly',
  'provided providing reportedly rumour rumor rumoured rumored purported theoretically hypothetically theory according dream pretended',
  'say says said saying claim claims claimed claiming argue argues argued believe believes believed wrote insist insists insisted',
  'told tells allege alleges alleging thinks hopes subject permitting dit disent dice dicen dicono говорит говорят сказал сообщает сообщают',
  'vorausgesetzt solange falls behauptet behaupten behauptete sagt sagte sagen heißt laut zufolge gerücht theoretisch vermeintlich',
  'condition pourvu selon prétend prétendent affirme affirment supposé rumeur théoriquement théorie',
  'condición siempre según supuestamente presuntamente afirma afirman teoría rumor condizione purché secondo presunto condição desde segundo',
  'nicht nichts niemals niemand nirgends weder kaum ohne aber jedoch sondern obwohl obgleich trotzdem dennoch',
  'ausser außer ausgenommen sofern hingegen dagegen allerdings vielmehr anstatt angeblich bestritt bestreitet',
  'pas jamais aucun aucune guère cependant toutefois pourtant néanmoins sauf excepté hormis quoique malgré prétendument',
  'nunca jamás nadie ningún ninguno ninguna tampoco pero sino aunque excepto salvo embargo obstante',
  'nessuno nessuna niente nulla neppure nemmeno neanche senza però tuttavia sebbene benché tranne eccetto',
  'não nenhum nenhuma ninguém porém contudo todavia embora exceto malgrat llevat',
  'niet nooit geen niemand niets nergens noch zonder maar echter hoewel tenzij behalve ofschoon ondanks',
  'inte icke aldrig ingen inget inga utan ikke aldri ingenting intet uden uten bortset unntatt undtagen selvom',
  'emme ette eivät älä mutta vaan kuitenkin vaikka paitsi ellei',
  'nie nigdy żaden żadna lecz jednak jednakże chociaż oprócz niciodată nimeni nimic fără însă totuși',
  'nem soha senki semmi nincs nélkül azonban hanem kivéve hacsak',
  'không chưa chẳng nhưng tidak bukan belum jangan tetapi tapi namun meskipun walaupun kecuali',
  'нет никогда никто ничто ничего нельзя без однако хотя кроме напротив вопреки не ни но ніколи ніхто але проте крім въпреки освен',
  'δεν μην όχι ποτέ κανείς κανένας χωρίς αλλά όμως ωστόσο εκτός παρά μολονότι',
  'לא אין אינו אינה אינם בלי ללא אבל אולם אלא למרות',
  'नहीं मत बिना लेकिन मगर परंतु परन्तु किंतु हालाँकि हालांकि सिवाय',
]);

/** Other words in another language, or of weaker force. Czech, Turkish and others negate within words and are left out. */
const OWN: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'long within no yet while only merely if apart other minus lest false myth deny purportedly',
    de: 'nie nein kein noch doch falls wenn trotz statt nur bloß falsch während bis fast ob',
    fr: 'ne n ni rien sans mais si nul nulle alors seulement sinon faux contrairement non sous point personne',
    es: 'no ni nada sin si mientras solo sólo menos falso apenas',
    it: 'no non né ma mai se salvo mentre soltanto invece anzi falso solo nulla',
    pt: 'nem sem mas se enquanto somente apenas nada só salvo',
    ca: 'no ni cap mai però encara tret sinó res si però',
    gl: 'non nin sen pero mais se só',
    nl: 'als toch slechts alleen terwijl mits nee ook',
    sv: 'ej men dock fast om trots medan bara endast',
    da: 'men dog hvis mens kun bare om end ej',
    nb: 'men hvis mens kun bare om dog ei',
    nn: 'ikkje men om berre enn',
    no: 'men hvis mens kun bare om dog ei ikkje',
    fi: 'ei en et jos ilman vain kun',
    pl: 'bez ale nikt nic choć chyba jeśli jeżeli tylko mimo natomiast ani',
    ro: 'nu nici dar deși dacă decât numai doar niciun nicio',
    hu: 'ne se sem de viszont bár habár ha csak',
    vi: 'chả đừng tuy mặc trừ nếu chỉ song',
    id: 'tanpa jika kalau hanya',
    ms: 'tanpa jika kalau hanya tiada',
    ru: 'если лишь только зато пока нету',
    uk: 'немає якщо лише тільки ніщо нічого хоча без',
    bg: 'няма никога никой нищо без обаче ако само макар',
    el: 'δε μη αν μόνο ενώ ούτε τίποτα',
    he: 'אך אם חוץ רק אף אל',
    iw: 'אך אם חוץ רק אף אל',
    hi: 'न ना अगर यदि केवल सिर्फ',
    ar: '',
    zh: '',
    ja: '',
    ko: '',
    th: '',
  }).map(([language, words]) => [language, collectWords([words])]),
);

const ARABIC =
  /^[وف]?(?:لا|لم|لن|ليس\p{L}*|غير|لكن\p{L}*|إلا|الا|بل|رغم|بدون|دون|لولا|ما|لما|إن|إذا|لو|فقط|سوى|عدا|باستثناء|بينما)$/u;
const PARTS = /n['’]t$|^(?:kein|n['’])/u;
/** Scripts without spaces, and Korean, whose negations are endings. */
const WITHIN =
  /[不没沒未無无非勿莫别別]|但|然而|却|卻|可是|虽|雖|除|仅|僅|只|如果|前提|条件|只要|据说|据称|声称|否则|ない|なかっ|ません|ず[、にが]|ぬ|しかし|ただ|けれど|だが|ですが|ものの|以外|のみ|だけ|もし|限り|場合|によると|らしい|않|못|없|아니|말[고라]|지만|그러나|하지만|제외|반면|ไม่|มิ|ไร้|แต่|อย่างไรก็|ยกเว้น|เว้น|หาก|ถ้า|เพียง|แม้/u;
const KNOWN_SCRIPTS =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]*$/u;

function fold(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
}

function collectWords(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')).map(fold));
}

export function isTurningWord(word: string, language: string): boolean {
  const folded = fold(word);
  if (CLEAR.has(folded) || PARTS.test(folded) || ARABIC.test(folded) || WITHIN.test(word)) return true;
  const own = OWN[getBase(language)];
  return own === undefined ? Object.values(OWN).some((words) => words.has(folded)) : own.has(folded);
}

const getBase = (language: string): string => language.toLowerCase().split(/[-_]/, 1)[0] ?? '';

/** True also for a language or script whose words are not known. */
export function mayTurn(text: string, language: string): boolean {
  if (language !== '' && !Object.hasOwn(OWN, getBase(language))) return true;
  if (!KNOWN_SCRIPTS.test(text) || WITHIN.test(text)) return true;
  return (text.match(/[\p{L}\p{M}'’]+/gu) ?? []).some((word) => isTurningWord(word, language));
}
