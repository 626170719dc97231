/** Numbers in digits: of any script, grouped and with decimals as the language writes them. */

const SCRIPT_DIGITS = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59٬٫]/g;
const ZEROS = [0xff10, 0x660, 0x6f0, 0x966, 0xe50] as const;

/** Digits and marks of other scripts as 0 to 9, comma and full stop; the length stays. */
export function unifyDigits(text: string): string {
  return text.replace(SCRIPT_DIGITS, (digit) => {
    if (digit === '٬') return ',';
    if (digit === '٫') return '.';
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code));
  });
}

/** What a lone mark before three digits does in a language: group, or begin decimals. */
const GROUPING: Readonly<Record<string, '.' | ','>> = {
  ...{ en: ',', zh: ',', ja: ',', ko: ',', th: ',', hi: ',', ar: ',' },
  ...{ de: '.', es: '.', it: '.', pt: '.', nl: '.' },
};

interface DigitsReading {
  readonly values: readonly number[];
  /** Against the use of the language. */
  readonly seldom: readonly number[];
}

/** A language whose marks are not known has both readings. */
export function readDigits(whole: string, language: string): DigitsReading {
  const signs = whole.startsWith('−') ? [-1] : whole.startsWith('-') ? [-1, 1] : [1];
  const digits = whole.replace(/^[-−]/, '').replace(/['’\u00a0\u2009\u202f ]/g, '');
  const marks = digits.match(/[.,]/g) ?? [];
  const mark = marks.at(-1) ?? '';
  const toValues = (text: string): number[] => signs.map((sign) => sign * Number(text));
  const decimal = toValues(digits.replace(',', '.'));
  if (marks.length === 0) return { values: decimal, seldom: [] };
  if (new Set(marks).size > 1)
    return { values: toValues(digits.replaceAll(mark === '.' ? ',' : '.', '').replace(',', '.')), seldom: [] };
  const grouped = toValues(digits.replace(/[.,]/g, ''));
  if (marks.length > 1) return { values: grouped, seldom: [] };
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return { values: decimal, seldom: [] };
  const grouping = GROUPING[language];
  if (grouping === undefined) return { values: [...grouped, ...decimal], seldom: [] };
  return mark === grouping ? { values: grouped, seldom: [] } : { values: decimal, seldom: grouped };
}

/** The second year of "1914–18". */
export function readYearEnd(text: string, at: number, whole: string): readonly number[] {
  const start = /^[-−]?\d{2}$/.test(whole)
    ? /(?<!\p{N})([12]\d{3})[-\u2010-\u2013\u2212]?$/u.exec(
        text.slice(Math.max(0, at - 6), at + 1).replace(/\d$/, ''),
      )?.[1]
    : undefined;
  if (start === undefined) return [];
  const year = Number(start.slice(0, 2) + whole.slice(-2));
  return year > Number(start) ? [year] : [];
}

/** What is too large for a number as its logarithm, so that 10^500 is still told from 10^400. */
export function raise(value: number, exponent: number): number {
  const power = value ** exponent;
  return Number.isFinite(power) ? power : exponent * Math.log10(Math.abs(value) || 1);
}
