/** Whether a sentence leans on the one before it, or turns what that one says. */

/** Pronouns and connectives that open a sentence and lean on the one before, by language; `!` marks those that turn what it says. Lower case. */
const LEANING: Readonly<Record<string, string>> = {
  en:
    'it it’s it’ll they they’re they’ve them their theirs he he’s she she’s his her hers him this that that’s these those such ' +
    'both neither but! and or so yet! nor however! therefore thus hence then also moreover furthermore besides additionally ' +
    'meanwhile nevertheless! nonetheless! still! instead! otherwise likewise similarly consequently accordingly afterwards ' +
    'conversely! indeed rather! again plus secondly thirdly lastly finally anyway in+addition for+example for+instance in+fact ' +
    'in+other+words as+a+result as+such on+the+other+hand! at+the+same+time after+that even+so! in+contrast! by+contrast! ' +
    'on+the+contrary! that+said! in+turn of+course in+this in+that with+this with+that to+that+end because+of+this the+former the+latter',
  de:
    'er sie es dies diese dieser dieses diesem diesen jene jener jenes sein seine seiner ihre ihr ihm ihnen damit dabei dadurch ' +
    'daher deshalb deswegen darum dagegen! dazu danach dann darauf daraufhin aber! doch! jedoch! und oder denn also auch außerdem ' +
    'zudem ferner allerdings! trotzdem! dennoch! sondern! hingegen! stattdessen! ebenso somit folglich hierbei hierzu solche beide ' +
    'das+ist das+war das+sind das+hat das+wird das+kann das+heißt das+bedeutet zum+beispiel',
  fr:
    'il elle ils elles ce cela ceci ça cette cet ces celui-ci celle-ci c’est son sa ses leur leurs mais! et ou donc ni car ' +
    'cependant! toutefois! pourtant! ainsi alors puis ensuite enfin aussi de+plus en+outre par+ailleurs en+effet par+exemple ' +
    'en+revanche! au+contraire! néanmoins! malgré+tout!',
  es:
    'él ella ellos ellas esto eso este esta estos estas ese esa esos esas su sus pero! y o además también así entonces luego ' +
    'sin+embargo! por+lo+tanto por+eso no+obstante! por+ejemplo en+cambio! es+decir',
  it:
    'lui lei esso essa essi esse questo questa questi queste quello quella ciò ma! e o però! tuttavia! inoltre anche quindi ' +
    'dunque così infatti poi infine perciò per+esempio',
  pt:
    'ele ela eles elas isto isso este esta esse essa estes estas esses essas seu sua seus suas mas! e ou porém! contudo! todavia! ' +
    'entretanto! também portanto assim então depois além+disso por+exemplo ' +
    'no+entanto! ainda+assim! mesmo+assim! apesar+disso! por+outro+lado! pelo+contrário! assim+como por+isso além+disto ou+seja',
  nl: 'hij zij ze dit deze dat die maar! en of dus echter! ook toch! daarom daarnaast bovendien vervolgens daarna want',
  hi:
    'यह ये वह वे इस इसे इसका इसके इसकी इसने इसमें इससे इसलिए इसी इन इनका इनके इनकी इन्हें उस उसे उसका उसके उसकी उसने उन उनका उनके उनकी उन्हें उन्होंने ' +
    'लेकिन! मगर! परंतु! परन्तु! किंतु! किन्तु! हालाँकि! हालांकि! फिर+भी! इसके+बावजूद! और तथा एवं या तब फिर अतः साथ+ही उदाहरण+के+लिए',
  ru: 'он она оно они это этот эта эти его её ее их но! и а однако! поэтому также затем потом кроме+того например',
};
/** By language, each word or phrase, and whether it turns. */
const LEANING_WORDS = new Map(
  Object.entries(LEANING).map(([language, words]) => [
    language,
    new Map(words.split(' ').map((entry) => [entry.replace('!', '').replaceAll('+', ' '), entry.endsWith('!')])),
  ]),
);
const MAX_OPENING_WORDS = 4;
/** Without spaces, so without word boundaries. */
const LEANING_UNSPACED =
  /^["“「『（(]?(?:[他她它这那此该其]|因此|所以|于是|而|并且|此外|另外|同时|然后|接着|例如|比如|也|それ|これ|その|この|そこ|彼|そして|また|さらに|だから|したがって|つまり|例えば|なお)/;
const TURNING_UNSPACED =
  /^["“「『（(]?(?:但|然而|不过|不過|可是|相反|尽管如此|儘管如此|しかし|だが|ただし|ところが|けれど|でも[、，]|とはいえ|一方|逆に)/;
/** These may stand behind the first words: "The trials, however, found no harm." */
const TURNING_WITHIN = new Set(
  'however nevertheless nonetheless jedoch allerdings hingegen dagegen dennoch cependant toutefois pourtant néanmoins tuttavia però porém contudo todavia echter однако'.split(
    ' ',
  ),
);
const MAX_WORDS_BEFORE = 6;

/** “What they have also returned”. */
const LEANING_CLAUSE =
  /^(?:what|when|as|if|while|because|though|although|since|until|after|before|where|once|whether) (?:he|she|they|these|those)\b/;

/** `language`: BCP 47 tag; '' is read as English. */
export function isLeaning(text: string, language: string): boolean {
  if (LEANING_UNSPACED.test(text) || TURNING_UNSPACED.test(text)) return true;
  return LEANING_CLAUSE.test(text.slice(0, 40).toLowerCase()) || readOpening(text, language).length > 0;
}

/** Whether it turns what the sentence before it says, which alone would mislead: "However, …". */
export function isTurning(text: string, language: string): boolean {
  if (TURNING_UNSPACED.test(text) || readOpening(text, language).includes(true)) return true;
  return splitOpening(text)
    .slice(0, MAX_WORDS_BEFORE)
    .some((word) => TURNING_WITHIN.has(word));
}

/** For each word or phrase that it opens on and leans by, whether it turns. */
function readOpening(text: string, language: string): readonly boolean[] {
  const words = LEANING_WORDS.get(guessTag(text) ?? (language.slice(0, 2).toLowerCase() || 'en'));
  const opening = splitOpening(text).slice(0, MAX_OPENING_WORDS);
  return opening.flatMap((_, i) => words?.get(opening.slice(0, i + 1).join(' ')) ?? []);
}

/** Knows scripts that one language of the lists is written in. */
function guessTag(text: string): 'ru' | 'hi' | undefined {
  if (/^[\u0400-\u04ff]/.test(text)) return 'ru';
  return /^[\u0900-\u097f]/.test(text) ? 'hi' : undefined;
}

const splitOpening = (text: string): readonly string[] =>
  text
    .slice(0, 80)
    .toLowerCase()
    .replaceAll("'", '’')
    .match(/[\p{L}\p{M}\p{N}’-]+/gu) ?? [];
