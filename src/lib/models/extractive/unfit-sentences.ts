/** What makes a sentence unfit for a summary: it leans on another one, is cut open, or is a notice and no content. */

/** Pronouns and connectives that open a sentence and lean on the one before, by language; all lower case. */
const LEANING: Readonly<Record<string, string>> = {
  en:
    'it it’s it’ll they they’re they’ve them their theirs he he’s she she’s his her hers him this that that’s these those such ' +
    'both neither but and or so yet nor however therefore thus hence then also moreover furthermore besides additionally ' +
    'meanwhile nevertheless nonetheless still instead otherwise likewise similarly consequently accordingly afterwards ' +
    'conversely indeed rather again plus secondly thirdly lastly finally anyway in+addition for+example for+instance in+fact ' +
    'in+other+words as+a+result as+such on+the+other+hand at+the+same+time after+that even+so in+contrast by+contrast ' +
    'in+turn of+course in+this in+that with+this with+that to+that+end because+of+this the+former the+latter',
  de:
    'er sie es dies diese dieser dieses diesem diesen jene jener jenes sein seine seiner ihre ihr ihm ihnen damit dabei dadurch ' +
    'daher deshalb deswegen darum dagegen dazu danach dann darauf daraufhin aber doch jedoch und oder denn also auch außerdem ' +
    'zudem ferner allerdings trotzdem dennoch sondern hingegen stattdessen ebenso somit folglich hierbei hierzu solche beide ' +
    'das+ist das+war das+sind das+hat das+wird das+kann das+heißt das+bedeutet zum+beispiel',
  fr:
    'il elle ils elles ce cela ceci ça cette cet ces celui-ci celle-ci c’est son sa ses leur leurs mais et ou donc ni car ' +
    'cependant toutefois pourtant ainsi alors puis ensuite enfin aussi de+plus en+outre par+ailleurs en+effet par+exemple',
  es:
    'él ella ellos ellas esto eso este esta estos estas ese esa esos esas su sus pero y o además también así entonces luego ' +
    'sin+embargo por+lo+tanto por+eso no+obstante por+ejemplo en+cambio es+decir',
  it:
    'lui lei esso essa essi esse questo questa questi queste quello quella ciò ma e o però tuttavia inoltre anche quindi ' +
    'dunque così infatti poi infine perciò per+esempio',
  pt:
    'ele ela eles elas isto isso este esta esse essa estes estas esses essas seu sua seus suas mas e ou porém contudo todavia ' +
    'entretanto também portanto assim então depois além+disso por+exemplo',
  nl: 'hij zij ze dit deze dat die maar en of dus echter ook toch daarom daarnaast bovendien vervolgens daarna want',
  ru: 'он она оно они это этот эта эти его её ее их но и а однако поэтому также затем потом кроме+того например',
};
const LEANING_WORDS = new Map(
  Object.entries(LEANING).map(([language, words]) => [
    language,
    new Set(words.split(' ').map((entry) => entry.replaceAll('+', ' '))),
  ]),
);
const MAX_OPENING_WORDS = 4;
/** Without spaces, so without word boundaries. */
const LEANING_UNSPACED =
  /^["“「『（(]?(?:[他她它这那此该其]|但|然而|不过|因此|所以|于是|而|并且|此外|另外|同时|然后|接着|例如|比如|也|可是|それ|これ|その|この|そこ|彼|しかし|だが|ただし|そして|また|さらに|だから|したがって|つまり|例えば|一方|なお)/;

/** “What they have also returned”. */
const LEANING_CLAUSE =
  /^(?:what|when|as|if|while|because|though|although|since|until|after|before|where|once|whether) (?:he|she|they|these|those)\b/;

/** `language`: BCP 47 tag; '' is read as English. */
export function isLeaning(text: string, language: string): boolean {
  if (LEANING_UNSPACED.test(text) || LEANING_CLAUSE.test(text.slice(0, 40).toLowerCase())) return true;
  const tag = /^[\u0400-\u04ff]/.test(text) ? 'ru' : language.slice(0, 2).toLowerCase() || 'en';
  const words = LEANING_WORDS.get(tag);
  const opening = (
    text
      .slice(0, 80)
      .toLowerCase()
      .replaceAll("'", '’')
      .match(/[\p{L}\p{M}\p{N}’-]+/gu) ?? []
  ).slice(0, MAX_OPENING_WORDS);
  return words !== undefined && opening.some((_, i) => words.has(opening.slice(0, i + 1).join(' ')));
}

const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [/\(/g, /(?<!(?<![\p{L}\p{N}(])[\p{L}\p{N}])\)/gu], // but for that of a) and b)
  [/«/g, /»/g],
  [/[「『]/g, /[」』]/g],
];

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Holds a quote or a bracket in part, begins in mid-sentence, or trails off. */
export function isCutOpen(text: string): boolean {
  if (/^[\p{Ll},;)\]…]|(?:…|\.\.\.|[:：,;])["'”’»)]*$/u.test(text)) return true;
  if (count(text, /(?<!\d)"/g) % 2 === 1) return true;
  // in Swedish one mark opens and closes
  const isOneMark = !/[„“]/.test(text) && count(text, /”/g) % 2 === 0;
  // the mark that closes a German quote opens an English one
  const [opening, closing] = text.includes('„') ? [/„/g, /[“”]/g] : [/“/g, isOneMark ? /(?!)/g : /”/g];
  return [...PAIRS, [opening, closing] as const].some(([open, close]) => count(text, open) !== count(text, close));
}

const NOTICES: readonly RegExp[] = [
  // money and mail
  /\baffiliate|\b(?:earn|receive|get) (?:a |an )?(?:small )?commission|(?<!-)\bsponsored (?:by|content|posts?)\b|\badvertisements?\b|^disclosure\b/i,
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
const AUTHOR =
  /\bis (?:a|an|the|our) (?:[\w-]+ ){0,5}(?:writer|journalist|reporter|editor|blogger|freelancer|contributor|correspondent|columnist)\b|\bwrites (?:about|for)\b|\bhas (?:written|been writing)\b/i;
/** In UTF-16 units. */
const MAX_READ = 600;

/** `isOffTopic`: shares no word with the title; only such a line can be about the author. */
export function isNotice(text: string, isOffTopic: boolean): boolean {
  const read = text.slice(0, MAX_READ);
  return NOTICES.some((pattern) => pattern.test(read)) || (isOffTopic && AUTHOR.test(read));
}
