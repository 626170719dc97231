/** Decades and centuries: the 1990s, the nineties, les années 90, 90年代; the 19th century, XIXe siècle, siglo XIX. */

/** In UTF-16 units of the text. */
interface Period {
  readonly start: number;
  readonly end: number;
  readonly unit: 'decade' | 'century';
  /** The first year of a decade, or the number of a century. */
  readonly values: readonly number[];
}

/** Twenty to ninety; a word may have endings behind it. */
const TENS =
  'twenties:zwanziger:vingt:veinte:venti:vinte:twintig thirties:dreißiger:trente:treinta:trenta:trinta:dertig ' +
  'forties:vierziger:quarante:cuarenta:quaranta:quarenta:veertig fifties:fünfziger:cinquante:cincuenta:cinquanta:cinquenta:vijftig ' +
  'sixties:sechziger:soixante:sesenta:sessanta:zestig seventies:siebziger:soixante-dix:setenta:settanta:zeventig ' +
  'eighties:achtziger:quatre-vingts?:ochenta:ottanta:oitenta:tachtig nineties:neunziger:quatre-vingt-dix:noventa:novanta:negentig';
const TEN_WORDS = TENS.split(' ').map((words) => new RegExp(`^(?:${words.replaceAll(':', '|')})$`, 'iu'));
const ALL_TENS = TENS.replaceAll(/[ :]/g, '|');
const NAMED = '(?:années|años|anni|anos|jaren)';
/** A decade in digits or a word that alone names one, or after the word for years. */
const DECADES: readonly RegExp[] = [
  /(?<![\p{L}\p{N}.,])(?:([12]\d)|['’])?(\d0)(?:['’]?s|er(?=n?(?!\p{L}))(?:n|[\s-]jahren?)?|[-‑](?:е|х)(?:\s(?:годы|годов|годах|гг\.?))?)(?![\p{L}\p{N}])/giu,
  new RegExp(String.raw`(?<![\p{L}\p{N}])${NAMED}\s['’]?([12]\d)?(\d0)(?![\p{L}\p{N}])`, 'giu'),
  /(?:(\d{1,2})世[纪紀]的?)?(?<!\d)(\d0)年代/gu,
  /(?<!\d)([12]\d)(\d0)年代/gu,
];
const WORDS = new RegExp(
  String.raw`(?<!\p{L})(?:(?:the\s|den\s|die\s|${NAMED}\s)(${ALL_TENS})(?:n|\sjahren?)?)(?!\p{L})`,
  'giu',
);
const ROMAN = '([IVX]{1,6})';
const CENTURIES: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${ROMAN}(?:e|ème|er|\.|-й)?\s(?:siècles?|secolo|secoli|век\p{L}*|столети\p{L}*)`,
    'gu',
  ),
  new RegExp(String.raw`(?<!\p{L})(?:[Ss]iglos?|[Ss]éculos?)\s${ROMAN}(?!\p{L})`, 'gu'),
  /(?<![\p{L}\p{N}.,])(\d{1,2})\.\s?(?:Jahrhunderts?|Jh\.?)(?!\p{L})/gu,
];

/** Linear. */
export function findPeriods(text: string): readonly Period[] {
  const decades = DECADES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: whole, 1: century, 2: ten, index }) =>
      createDecade(index, whole, Number(ten), Number(century ?? 0) - (whole.includes('世') ? 1 : 0)),
    ),
  );
  const words = [...text.matchAll(WORDS)].map(({ 0: whole, 1: word = '', index }) =>
    createDecade(index, whole, 20 + 10 * TEN_WORDS.findIndex((pattern) => pattern.test(word)), 0),
  );
  const centuries = CENTURIES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: whole, 1: number = '', index }): Period => {
      const value = /\d/.test(number) ? Number(number) : readRoman(number);
      return { start: index, end: index + whole.length, unit: 'century', values: [value] };
    }),
  );
  return [...decades, ...words, ...centuries];
}

/** `century`: its first two digits, 0 where it is not said. */
function createDecade(start: number, whole: string, ten: number, century: number): Period {
  const values = century > 0 ? [century * 100 + ten] : [1900 + ten, 1800 + ten, ...(ten <= 20 ? [2000 + ten] : [])];
  return { start, end: start + whole.length, unit: 'decade', values };
}

const ROMAN_VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

export function readRoman(digits: string): number {
  const values = Array.from(digits, (digit) => ROMAN_VALUES[digit] ?? 0);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

/** The years of a decade or a century; null for another unit or a number of decades. */
export function listYears(unit: string, value: number): readonly [first: number, last: number] | null {
  if (unit === 'decade' && value >= 1000) return [value, value + 9];
  return unit === 'century' && value >= 5 && value <= 21 ? [(value - 1) * 100, value * 100] : null;
}
