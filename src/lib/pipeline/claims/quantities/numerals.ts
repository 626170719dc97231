/** Numbers in words: twenty-one, einundzwanzig, deux cent cinq, три тысячи, 三千五百. */
import type { Token } from '../tokens.ts';
import { removeAccents } from '../../retrieval/analyse.ts';

/** `*` ends a prefix; `/` separates forms; the values go up as the lists say. */
const SIMPLE: Readonly<Record<string, string>> = {
  en:
    'zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 ' +
    'fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 ' +
    'ninety=90 dozen=12 twice=2 double=2 doubled=2 triple=3 tripled=3 pair=2 couple=2 first=1 third=3 fourth=4 fifth=5 sixth=6 seventh=7 ' +
    'eighth=8 ninth=9 tenth=10 eleventh=11 twelfth=12 thirteenth=13 fourteenth=14 fifteenth=15 sixteenth=16 seventeenth=17 ' +
    'eighteenth=18 nineteenth=19 twentieth=20 thirtieth=30 half=0.5 halves=0.5 quarter=0.25 quarters=0.25 thirds=0.33 single=1 once=1',
  de:
    'null=0 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 sechzehn=16 siebzehn=17 zwanzig=20 ' +
    'dreißig=30 vierzig=40 fünfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 anderthalb=1.5 eineinhalb=1.5 zweieinhalb=2.5 dreieinhalb=3.5 dreizehn=13 vierzehn=14 fünfzehn=15 achtzehn=18 ' +
    'neunzehn=19 dutzend=12 doppelt=2 zweimal=2 dreimal=3 erste=1 ersten=1 zweite=2 zweiten=2 dritte=3 dritten=3 vierte=4 vierten=4 halb=0.5 hälfte=0.5 drittel=0.33 viertel=0.25',
  fr:
    'zéro=0 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14 quinze=15 seize=16 ' +
    'vingt=20 vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70 huitante=80 nonante=90 douzaine=12 premier=1 première=1 deuxième=2 ' +
    'troisième=3 quatrième=4 cinquième=5 moitié=0.5 tiers=0.33 quart=0.25',
  es:
    'cero=0 dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14 quince=15 ' +
    'dieciséis=16 diecisiete=17 dieciocho=18 diecinueve=19 veinte=20 veintiuno=21 veintidós=22 veintitrés=23 veinticuatro=24 ' +
    'veinticinco=25 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 doscientos=200 ' +
    'trescientos=300 cuatrocientos=400 quinientos=500 docena=12 primero=1 primera=1 segundo=2 tercero=3 tercera=3 mitad=0.5 tercio=0.33 cuarto=0.25',
  it:
    'zero=0 due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 tredici=13 quattordici=14 quindici=15 ' +
    'sedici=16 diciassette=17 diciotto=18 diciannove=19 venti=20 trenta=30 quaranta=40 cinquanta=50 sessanta=60 settanta=70 ottanta=80 novanta=90 cento=100 metà=0.5',
  pt:
    'zero=0 dois=2 duas=2 três=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 treze=13 catorze=14 quinze=15 ' +
    'vinte=20 trinta=30 quarenta=40 cinquenta=50 sessenta=60 setenta=70 oitenta=80 noventa=90 cem=100 cento=100 metade=0.5',
  nl:
    'nul=0 twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 dertien=13 veertien=14 vijftien=15 ' +
    'zestien=16 zeventien=17 achttien=18 negentien=19 twintig=20 dertig=30 veertig=40 vijftig=50 zestig=60 zeventig=70 tachtig=80 negentig=90 helft=0.5',
  ru:
    'ноль=0 два=2 две=2 двух=2 двум=2 три=3 трех=3 трем=3 четыре=4 четырех=4 пять=5 пяти=5 шесть=6 шести=6 семь=7 семи=7 восемь=8 восьми=8 ' +
    'девять=9 девяти=9 десять=10 десяти=10 одиннадцать=11 двенадцать=12 двенадцати=12 тринадцать=13 четырнадцать=14 пятнадцать=15 ' +
    'шестнадцать=16 семнадцать=17 восемнадцать=18 девятнадцать=19 двадцать=20 двадцати=20 тридцать=30 тридцати=30 сорок=40 сорока=40 ' +
    'пятьдесят=50 шестьдесят=60 семьдесят=70 восемьдесят=80 девяносто=90 сто=100 ста=100 двести=200 триста=300 четыреста=400 ' +
    'пятьсот=500 шестьсот=600 семьсот=700 восемьсот=800 девятьсот=900 первый=1 второй=2 третий=3 половина=0.5 треть=0.33 четверть=0.25',
};

/** After a number in digits or words, in every language we know. */
const MULTIPLIERS =
  'hundred=1e2 hundreds=1e2 thousand=1e3 thousands=1e3 million=1e6 millions=1e6 mn=1e6 mio=1e6 billion=1e9 billions=1e9 bn=1e9 mrd=1e9 trillion=1e12 ' +
  'trillions=1e12 k=1e3 hundert=1e2 tausend=1e3 millionen=1e6 milliarde=1e9 milliarden=1e9 cent=1e2 cents=1e2 mille=1e3 milliard=1e9 milliards=1e9 ' +
  'mil=1e3 millón=1e6 millones=1e6 mila=1e3 milione=1e6 milioni=1e6 miliardo=1e9 miliardi=1e9 milhão=1e6 milhões=1e6 bilhões=1e9 duizend=1e3 ' +
  'bln=1e9 tn=1e12 lakh=1e5 lakhs=1e5 crore=1e7 crores=1e7 billionen=1e12 billon=1e12 billones=1e12 biljoen=1e12 ' +
  'ألف=1e3 آلاف=1e3 مليون=1e6 ملايين=1e6 مليار=1e9 हज़ार=1e3 हजार=1e3 लाख=1e5 करोड़=1e7 ' +
  'honderd=1e2 miljoen=1e6 miljard=1e9 тысяча=1e3 тысячи=1e3 тысяч=1e3 тыс=1e3 миллион=1e6 миллиона=1e6 миллионов=1e6 млн=1e6 ' +
  'миллиард=1e9 миллиарда=1e9 миллиардов=1e9 млрд=1e9';

function parseTable(text: string): ReadonlyMap<string, number> {
  return new Map(
    text.split(' ').map((entry) => {
      const [word = '', value] = entry.split('=');
      return [removeAccents(word), Number(value)] as const;
    }),
  );
}

/** Fractions after a number, as in “three quarters”. */
const DENOMINATOR_WORDS: Readonly<Record<string, string>> = {
  en:
    'half=2 third=3 thirds=3 quarter=4 quarters=4 fourth=4 fourths=4 fifth=5 fifths=5 sixth=6 sixths=6 seventh=7 sevenths=7 eighth=8 ' +
    'eighths=8 ninth=9 ninths=9 tenth=10 tenths=10',
  de: 'drittel=3 dritteln=3 viertel=4 vierteln=4 fünftel=5 fünfteln=5 sechstel=6 siebtel=7 achtel=8 neuntel=9 zehntel=10',
  fr:
    'tiers=3 quart=4 quarts=4 cinquième=5 cinquièmes=5 sixième=6 sixièmes=6 septième=7 septièmes=7 huitième=8 huitièmes=8 ' +
    'neuvième=9 neuvièmes=9 dixième=10 dixièmes=10',
  es:
    'tercio=3 tercios=3 terceras=3 cuarto=4 cuartos=4 cuartas=4 quinto=5 quintos=5 quintas=5 sexto=6 sextos=6 séptimos=7 octavos=8 ' +
    'novenos=9 décimo=10 décimos=10',
  it: 'terzo=3 terzi=3 quarto=4 quarti=4 quinto=5 quinti=5 sesti=6 settimi=7 ottavi=8 noni=9 decimi=10',
  pt: 'terço=3 terços=3 quarto=4 quartos=4 quinto=5 quintos=5 sextos=6 sétimos=7 oitavos=8 nonos=9 décimos=10',
  nl: 'derde=3 kwart=4 vierde=4 vijfde=5 zesde=6 zevende=7 achtste=8 negende=9 tiende=10',
  ru: 'треть=3 трети=3 третей=3 четверть=4 четверти=4 четвертей=4 пятая=5 пятых=5 шестых=6 седьмых=7 восьмых=8 девятых=9 десятая=10 десятых=10',
};

const DENOMINATORS = new Map(Object.entries(DENOMINATOR_WORDS).map(([language, text]) => [language, parseTable(text)]));
const VALUES = new Map(Object.entries(SIMPLE).map(([language, text]) => [language, parseTable(text)]));
const ITALIAN_TENS = 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' ');
const ITALIAN_ONES = 'uno due tre quattro cinque sei sette otto nove'.split(' ');
const ITALIAN = new Map(
  ITALIAN_TENS.flatMap((ten, i) =>
    ITALIAN_ONES.map((one, k) => [(/^[uo]/.test(one) ? ten.slice(0, -1) : ten) + one, 10 * (i + 2) + k + 1] as const),
  ),
);
const FACTORS = parseTable(MULTIPLIERS);
/** In German and French a hundred of something; in English a coin. */
const COINS = new Set(['cent', 'cents', 'k', 'mil', 'mille', 'mila']);
/** A billion is a million millions. */
const LONG_SCALE = new Set(['de', 'fr', 'es', 'nl']);
const AND = new Set(['and', 'und', 'et', 'y', 'e', 'en']);
/** One, behind a ten; else an article. */
const ONES = new Set(['un', 'une', 'uno', 'una', 'um', 'uma', 'один', 'одна', 'одно']);
const ARTICLES = new Set([
  'a',
  'an',
  'one',
  'ein',
  'eine',
  'einer',
  'un',
  'une',
  'una',
  'um',
  'uma',
  'een',
  'один',
  'одна',
]);

export function getMultiplier(word: string, language: string): number | null {
  const factor = word === 'billion' && LONG_SCALE.has(language) ? 1e12 : FACTORS.get(word);
  return factor === undefined || (language === 'en' && COINS.has(word) && word !== 'k') ? null : factor;
}

interface WordNumber {
  readonly value: number;
  /** First and last token. */
  readonly from: number;
  readonly to: number;
  /** Two thirds, drei Viertel. */
  readonly isFraction?: true;
  /** What it would be made of as a fraction: "two third-party" is none, and "a third" is one or an ordinal. */
  readonly parts?: readonly [numerator: number, denominator: number];
}

/** The number that begins at a token, if one does. */
export function readNumberWords(tokens: readonly Token[], from: number, language: string): WordNumber | null {
  const first = tokens[from]?.word ?? '';
  const half = language === 'en' ? readHalfOfScale(tokens, from) : null;
  if (half !== null) return half;
  const hasFactor =
    getMultiplier(tokens[from + 1]?.word ?? '', language) !== null ||
    (language !== 'en' && getDenominator(tokens[from + 1], 1, language) !== null); // a third may be an ordinal
  let total = 0;
  let part: number | null = ARTICLES.has(first) && hasFactor ? 1 : parseWord(first, language);
  if (part === null) return null;
  let to = from;
  for (let i = from + 1; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token === undefined || token.gap > 0) break;
    const factor = getMultiplier(token.word, language);
    const isJoined: boolean = AND.has(token.word) && (token.word !== 'en' || language === 'nl');
    const joined: number = isJoined && (part >= 1 || canEndNumber(total, tokens[i + 2], language)) ? i + 1 : i;
    const next: Token | undefined = tokens[joined];
    const value: number | null =
      next === undefined || next.gap > 0
        ? null
        : part >= 20 && part % 10 === 0 && ONES.has(next.word)
          ? 1
          : parseWord(next.word, language);
    if (factor !== null && part > 0) {
      if (factor === 100) part *= 100;
      else [total, part] = [total + part * factor, 0];
      to = i;
    } else if (value !== null && canFollow(part, value, language, joined > i) && Number.isInteger(value)) {
      part = part === 4 && value === 20 ? 80 : part + value;
      to = joined;
      i = joined;
    } else break;
  }
  const halves = language === 'en' && to === from ? countHalvesBehind(tokens, to) : null;
  if (halves !== null) {
    const factor = getMultiplier(tokens[halves.to + 1]?.word ?? '', language);
    const half = total + part + halves.value;
    return factor === null ? { value: half, from, to: halves.to } : { value: half * factor, from, to: halves.to + 1 };
  }
  const value = total + part;
  const parts = ORDINAL.test(tokens[to]?.word ?? '') ? null : getDenominator(tokens[to + 1], value, language);
  if (parts !== null) return { value: value / parts, from, to: to + 1, isFraction: true, parts: [value, parts] };
  const whole =
    from === to && ARTICLES.has(tokens[from - 1]?.word ?? '') ? getDenominator(tokens[from], 1, language) : null;
  return whole === null ? { value, from, to } : { value, from, to, parts: [1, whole] };
}

const PARTS: ReadonlyMap<string, number> = new Map([
  ['half', 0.5],
  ['quarter', 0.25],
]);

/** Half a million, a quarter of a million. */
function readHalfOfScale(tokens: readonly Token[], from: number): WordNumber | null {
  const part = PARTS.get(tokens[from]?.word ?? '');
  const article = tokens[from + 1]?.word === 'of' ? from + 2 : from + 1;
  const to = article + 1;
  const factor = tokens[article]?.word === 'a' ? getMultiplier(tokens[to]?.word ?? '', 'en') : null;
  return part === undefined || factor === null ? null : { value: part * factor, from, to };
}

/** Two and a half. */
function countHalvesBehind(
  tokens: readonly Token[],
  to: number,
): { readonly value: number; readonly to: number } | null {
  const [and, article, part] = tokens.slice(to + 1, to + 4).map(({ word }) => word);
  const value = and === 'and' && article === 'a' ? PARTS.get(part ?? '') : undefined;
  return value === undefined ? null : { value, to: to + 3 };
}

/** Counts nothing: the third quarter is no three quarters. */
const ORDINAL =
  /^(?:first|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|(?:erst|zweit|dritt|viert)e[nrs]?|premiere?|(?:deux|trois|quatr|cinqu)ieme|primer[oa]?|segund[oa]|tercer[oa]?)$/;

/** Null if the token is none of a fraction that begins with `value`. */
function getDenominator(token: Token | undefined, value: number, language: string): number | null {
  const parts = token?.gap === 0 ? DENOMINATORS.get(language)?.get(token.word) : undefined;
  return parts !== undefined && Number.isInteger(value) && value >= 1 && value < parts ? parts : null;
}

/** Two thousand and five, but neither two thousand and three thousand nor two million and three. */
const canEndNumber = (total: number, behind: Token | undefined, language: string): boolean =>
  total >= 1000 && total < 1e6 && getMultiplier(behind?.word ?? '', language) === null;

/** Twenty-one and a hundred and one, but two, three. */
function canFollow(part: number, value: number, language: string, joined: boolean): boolean {
  if (part === 0) return true;
  if (language === 'fr' && ((part === 4 && value === 20) || ((part === 60 || part === 80) && value < 20))) return true;
  if (part % 100 === 0) return value < 100;
  if (joined && language === 'en') return false;
  return part % 10 === 0 && part >= 20 && value < 10 && value > 0;
}

const MAX_WORD = 40;

function parseWord(word: string, language: string): number | null {
  const table = VALUES.get(language);
  const value = table?.get(word);
  if (value !== undefined) return value;
  if (language === 'it') return ITALIAN.get(word) ?? null; // ventidue, trentuno; trentatré without its accent
  return (language === 'de' || language === 'nl') && word.length <= MAX_WORD ? parseCompound(word, language) : null;
}

const COMPOUNDS: Readonly<Record<string, RegExp>> = {
  de: /^(?:(.+?)(tausend|hundert))(?:und)?(.*)$|^(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und(.+zig|dreissig)$/,
  nl: /^(?:(.+?)(duizend|honderd))(?:en)?(.*)$|^(een|twee|drie|vier|vijf|zes|zeven|acht|negen)en(.+tig)$/,
};

/** zweihundertfünf, einundzwanzig. Each step takes a part off. */
function parseCompound(word: string, language: string): number | null {
  const table = VALUES.get(language);
  const found = COMPOUNDS[language]?.exec(word);
  if (!found) return null;
  const read = (part: string): number | null =>
    part === '' ? 0 : /^(?:ein|een|eins)$/.test(part) ? 1 : (table?.get(part) ?? parseCompound(part, language));
  const [, head = '', factor = '', rest = '', ones = '', tens = ''] = found;
  const [a, b] = factor === '' ? [read(ones), read(tens)] : [read(head), read(rest)];
  if (a === null || b === null) return null;
  return factor === '' ? a + b : a * (/^[th]/.test(factor) && factor.startsWith('h') ? 100 : 1000) + b;
}

const HAN: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Array.from('零一二三四五六七八九', (digit, value) => [digit, value] as const)),
  〇: 0,
  两: 2,
  兩: 2,
};
const HAN_FACTORS: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1000,
  万: 1e4,
  萬: 1e4,
  亿: 1e8,
  億: 1e8,
  兆: 1e12,
};

/** 三千五百, 2億3000万, 二〇二一. Null if it is no number. */
export function parseHanNumber(written: string): number | null {
  const text = written.replaceAll(',', '');
  let [total, section, digit] = [0, 0, -1];
  let decimals = '';
  for (const part of text.match(/[\d.]+|./gu) ?? []) {
    const factor = HAN_FACTORS[part];
    if (factor === undefined) {
      const value = HAN[part] ?? Number(part);
      if (Number.isNaN(value)) return null;
      if (HAN[part] !== undefined) decimals += String(value);
      digit = value;
    } else if (factor < 1e4) [section, digit] = [section + (digit < 0 ? 1 : digit) * factor, -1];
    else [total, section, digit] = [total + (section + Math.max(0, digit) || 1) * factor, 0, -1];
  }
  const plain = decimals.length > 1 && decimals.length === text.length; // year by year: 二〇二一
  return plain ? Number(decimals) : total + section + Math.max(0, digit);
}
