/** The dates of a text, by day, month, year and weekday: 3 May 2021 = May 3, 2021 = 2021-05-03 = 2021年5月3日. */

export interface DateMention {
  readonly day: number | null;
  /** 1 to 12. */
  readonly month: number | null;
  readonly year: number | null;
  /** 1 for Monday. */
  readonly weekday: number | null;
  /** Day and month may be the other way round: 05/06/2020. */
  readonly mayBeSwapped?: true;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Short forms count only beside a number. */
const MONTHS =
  'january,januar,janvier,enero,gennaio,janeiro,januari,января,январь,январе february,februar,février,febrero,febbraio,fevereiro,februari,февраля,февраль,феврале ' +
  'march,märz,mars,marzo,março,maart,марта,март,марте april,avril,abril,aprile,апреля,апрель,апреле may,mai,mayo,maggio,maio,mei,мая,май,мае ' +
  'june,juni,juin,junio,giugno,junho,июня,июнь,июне july,juli,juillet,julio,luglio,julho,июля,июль,июле august,août,agosto,augustus,августа,август,августе ' +
  'september,septembre,septiembre,settembre,setembro,сентября,сентябрь,сентябре october,oktober,octobre,octubre,ottobre,outubro,октября,октябрь,октябре ' +
  'november,novembre,noviembre,novembro,ноября,ноябрь,ноябре december,dezember,décembre,diciembre,dicembre,dezembro,декабря,декабрь,декабре';
const SHORT =
  'jan,janv,ene,янв feb,févr,fév,fev,фев mar,mrt,мар apr,avr,abr,апр may,maj jun,июн ' +
  'jul,juil,июл aug,авг,augusti sep,sept,сен,сент oct,okt,окт nov,ноя,нояб dec,dez,déc,dic,дек';
/** Behind a day and before a year only: "marca" and "Maja" are other words elsewhere. */
const POLISH = 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia';
const WEEKDAYS =
  'monday,mondays,montag,lundi,lunes,lunedì,maandag,понедельник tuesday,tuesdays,dienstag,mardi,martes,martedì,dinsdag,вторник ' +
  'wednesday,wednesdays,mittwoch,mercredi,miércoles,mercoledì,woensdag,среду,среда thursday,thursdays,donnerstag,jeudi,jueves,giovedì,donderdag,четверг ' +
  'friday,fridays,freitag,vendredi,viernes,venerdì,vrijdag,пятницу,пятница saturday,saturdays,samstag,sonnabend,samedi,sábado,sabato,zaterdag,субботу,суббота ' +
  'sunday,sundays,sonntag,dimanche,domingo,domenica,zondag,воскресенье';

function numberWords(text: string): ReadonlyMap<string, number> {
  return new Map(text.split(' ').flatMap((forms, i) => forms.split(',').map((form) => [form, i + 1] as const)));
}

const MONTH_NUMBERS = numberWords(MONTHS);
const SHORT_NUMBERS = numberWords(SHORT);
const POLISH_NUMBERS = numberWords(POLISH);
const WEEKDAY_NUMBERS = numberWords(WEEKDAYS);
const joinNames = (names: ReadonlyMap<string, number>): string =>
  [...names.keys()].sort((a, b) => b.length - a.length).join('|');

const MONTH = `(?<![\\p{L}\\p{M}])(${joinNames(MONTH_NUMBERS)}|${joinNames(SHORT_NUMBERS)})(?![\\p{L}\\p{M}])\\.?`;
const DAY = '(?<![\\p{N}.,])(\\d{1,2})(?:st|nd|rd|th|\\.|º|er)?';
const YEAR = '(\\d{4})(?![\\p{N}]|[.,]\\d)';
const LINK = "\\s(?:of\\s|de\\s|d’|d')?";
const DAY_FIRST = new RegExp(`${DAY}${LINK}${MONTH}(?:,?\\s(?:of\\s|de\\s)?${YEAR})?`, 'giu');
const DAY_POLISH = new RegExp(`${DAY}\\s(${joinNames(POLISH_NUMBERS)})\\s${YEAR}`, 'giu');
const MONTH_FIRST = new RegExp(
  `${MONTH}(?:\\s(?:the\\s)?(\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}]))?(?:,?\\s(?:of\\s|de\\s|del\\s)?${YEAR})?`,
  'giu',
);
/** Year, mark, month, day. With full stops a month and a day have two digits each: 2021.3.10 is a version. */
const YEAR_FIRST = [
  /(?<![\p{N}-])([12]\d{3})([-/])(\d{1,2})\2(\d{1,2})(?![./-]?\p{N})/gu,
  /(?<![\p{N}-])([12]\d{3})(\.)(\d{2})\2(\d{2})(?![./-]?\p{N})/gu,
];
/** A number, mark, a number, year. A year of two digits only where the others have two, too: 2.4.10 is a version. */
const YEAR_LAST = [
  /(?<![\p{N}./])(?<!(?:version|release|section|v|§)\s?)(\d{1,2})([./])(\d{1,2})\2(\d{4})(?!\p{N}|[./]\p{N})/giu,
  /(?<![\p{N}./])(?<!(?:version|release|section|v|§)\s?)(\d{2})([./])(\d{2})\2(\d{2})(?!\p{N}|[./]\p{N})/giu,
];
const HAN =
  /(?:(\d{4}|[零〇一二三四五六七八九]{4})[年년]\s?)?(\d{1,2}|[一二三四五六七八九十]{1,3})[月월](?:\s?(\d{1,2}|[一二三四五六七八九十]{1,3})[日号號일])?/gu;
const WEEKDAY = new RegExp(`(?<![\\p{L}\\p{M}])(${joinNames(WEEKDAY_NUMBERS)})(?![\\p{L}\\p{M}])`, 'giu');

const HAN_WEEKDAY = /(?:星期|礼拜|周|週)([一二三四五六日天])(?!\p{Script=Han}?年)|([月火水木金土日])曜/gu;
const HAN_WEEKDAYS = ['一月', '二火', '三水', '四木', '五金', '六土', '日天'];

const MAX_DATES = 60;
/** English words, too. */
const AMBIGUOUS = new Set([
  'may',
  'march',
  'mars',
  'mar',
  'august',
  'mai',
  'mei',
  'juni',
  'sept',
  'sep',
  'jan',
  'dec',
  'nov',
]);
/** Whole names of months that have no capital in their language: before a year they are nothing else. */
const LOWER_CASE = new Set(['mars', 'mai', 'mei', 'juni']);
const BEFORE_MONTH =
  /(?:^|[\s(])(?:in|of|since|until|till|by|last|next|early|late|mid|from|to|through|during|im|seit|en|de|depuis|and|every|this|on)[\s-]$/i;

/** Without those in words only, and years alone. Linear. */
export function findDates(text: string, parseHan: (words: string) => number | null): readonly DateMention[] {
  const found: DateMention[] = [];
  const taken = new Set<number>();
  const push = (match: RegExpMatchArray, parts: Partial<DateMention>): void => {
    const start = match.index ?? 0;
    const whole = match[0].replace(/[\s,.]+$/, '');
    if (found.length >= MAX_DATES || taken.has(start)) return;
    for (let i = start; i < start + whole.length; i += 1) taken.add(i);
    found.push({
      day: null,
      month: null,
      year: null,
      weekday: null,
      ...parts,
      start,
      end: start + whole.length,
      text: whole,
    });
  };
  const toNumber = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits));
  const pushDay = (match: RegExpMatchArray, year: number, month: number, day: number): void => {
    if (month >= 1 && month <= 12 && day >= 1 && day <= 31) push(match, { year, month, day });
  };
  const matchAll = (patterns: readonly RegExp[]) => patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
  for (const match of matchAll(YEAR_FIRST)) pushDay(match, Number(match[1]), Number(match[3]), Number(match[4]));
  for (const match of matchAll(YEAR_LAST)) {
    const [a, b] = [Number(match[1]), Number(match[3])];
    const isMonthFirst = b > 12;
    if (a > 0 && b > 0 && a <= 31 && b <= 31 && Math.min(a, b) <= 12)
      push(match, {
        day: isMonthFirst ? b : a,
        month: isMonthFirst ? a : b,
        year: getFullYear(Number(match[4])),
        ...(match[2] === '/' && a <= 12 && b <= 12 ? { mayBeSwapped: true } : {}),
      });
  }
  for (const match of text.matchAll(DAY_FIRST))
    if (!/^(?:may|march)$/.test(match[2] ?? ''))
      push(match, { day: toNumber(match[1]), month: getMonth(match[2]), year: toNumber(match[3]) });
  for (const match of text.matchAll(DAY_POLISH))
    pushDay(match, Number(match[3]), POLISH_NUMBERS.get((match[2] ?? '').toLowerCase()) ?? 0, Number(match[1]));
  for (const match of text.matchAll(MONTH_FIRST))
    if (isMonth(text, match))
      push(match, { month: getMonth(match[1]), day: toNumber(match[2]), year: toNumber(match[3]) });
  for (const match of text.matchAll(HAN))
    push(match, {
      year: match[1] === undefined ? null : parseHan(match[1]),
      month: parseHan(match[2] ?? ''),
      day: match[3] === undefined ? null : parseHan(match[3]),
    });
  for (const match of text.matchAll(WEEKDAY))
    push(match, { weekday: WEEKDAY_NUMBERS.get((match[1] ?? '').toLowerCase()) ?? null });
  for (const match of text.matchAll(HAN_WEEKDAY)) {
    const weekday = HAN_WEEKDAYS.findIndex((days) => days.includes(match[1] ?? match[2] ?? '')) + 1;
    push(match, { weekday });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Two digits are of this century up to 68, as most programs read them. */
const getFullYear = (year: number): number => (year >= 100 ? year : year + (year > 68 ? 1900 : 2000));

const getMonth = (name = ''): number | null =>
  MONTH_NUMBERS.get(name.toLowerCase()) ?? SHORT_NUMBERS.get(name.toLowerCase()) ?? null;

function isMonth(text: string, { 1: name = '', 2: day, 3: year, index = 0 }: RegExpMatchArray): boolean {
  if (day !== undefined || year !== undefined)
    return /^\p{Lu}/u.test(name) || !AMBIGUOUS.has(name.toLowerCase()) || (year !== undefined && LOWER_CASE.has(name));
  if (!MONTH_NUMBERS.has(name.toLowerCase())) return false;
  if (!AMBIGUOUS.has(name.toLowerCase())) return true;
  return /^\p{Lu}/u.test(name) && BEFORE_MONTH.test(text.slice(Math.max(0, index - 12), index));
}

const PARTS = ['day', 'month', 'year', 'weekday'] as const;

/** Whether they may be one date: what both say is the same, and they say something in common. */
export function areCompatible(a: DateMention, b: DateMention): boolean {
  return listReadings(a).some((one) =>
    listReadings(b).some((other) => {
      const common = PARTS.filter((part) => one[part] !== null && other[part] !== null);
      return common.length > 0 && common.every((part) => one[part] === other[part]);
    }),
  );
}

const listReadings = (date: DateMention): readonly DateMention[] =>
  date.mayBeSwapped === true ? [date, { ...date, day: date.month, month: date.day }] : [date];

export function lacksPart(claim: DateMention, source: DateMention): 'day' | 'year' | null {
  if (claim.year !== null && source.year === null) return 'year';
  return claim.day !== null && source.day === null ? 'day' : null;
}
