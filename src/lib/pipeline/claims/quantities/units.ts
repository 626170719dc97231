/** Units under one name each, as they stand behind or before a number. */
import { UNSPACED } from '../../text/terms.ts';

const UNITS: Readonly<Record<string, string>> = {
  '%': '%|percent|per cent|pct|prozent|pour cent|por ciento|per cento|por cento|procent|процентов|процента|процент|проц|٪|％',
  points:
    'percentage points|percentage point|prozentpunkte|prozentpunkten|points de pourcentage|puntos porcentuales|процентных пункта|процентных пунктов',
  km: 'km|kms|kilometres|kilometre|kilometers|kilometer|kilometern|kilomètres|kilomètre|kilómetros|kilómetro|chilometri|quilômetros|километров|километра|километр|км|公里|千米|キロメートル|กิโลเมตร|กม',
  metre: 'metres|metre|meters|meter|metern|mètres|mètre|metros|metro|metri|метров|метра|метр|米|メートル|เมตร',
  cm: 'cm|centimetres|centimetre|centimeters|centimeter|zentimeter|centimètres|centímetros|сантиметров|см|厘米',
  mm: 'mm|millimetres|millimetre|millimeters|millimeter|millimètres|milímetros|миллиметров|мм|毫米',
  nm: 'nm|nanometres|nanometers|nanometer|纳米',
  micron: 'µm|μm|um|micrometres|micrometers|mikrometer|microns|micron|微米',
  mile: 'miles|mile|meilen|mi|milles|millas|миль|英里',
  yard: 'yards|yard|yd',
  foot: 'feet|foot|ft|fuß|pieds|футов',
  inch: 'inches|inch|zoll|pouces|pulgadas|дюймов',
  kg: 'kg|kgs|kilograms|kilogram|kilogrammes|kilogramm|kilos|kilo|kilogramos|килограммов|килограмма|кг|公斤|千克',
  g: 'g|grams|gram|grammes|gramm|gramos|граммов|г|克',
  mg: 'mg|milligrams|milligram|milligramm|мг|毫克',
  mcg: 'mcg|µg|μg|ug|micrograms|microgram|mikrogramm|microgrammes|microgramos|微克|мкг',
  iu: 'iu|international units|internationale einheiten',
  'mg/dl': 'mg/dl',
  'mmol/l': 'mmol/l',
  mmol: 'mmol',
  stone: 'stone|stones',
  tonne: 'tonnes|tonne|tons|ton|tonnen|toneladas|тонн|тонны|吨',
  'lb|gbp': 'pounds|pound|pfund',
  lb: 'lbs|lb',
  ounce: 'ounces|ounce|oz',
  tablespoon: 'tablespoons|tablespoon|tbsp|esslöffel|cuillères à soupe|cucharadas',
  teaspoon: 'teaspoons|teaspoon|tsp|teelöffel|cuillères à café|cucharaditas',
  cup: 'cups',
  litre: 'litres|litre|liters|liter|litern|litros|литров|литра|升',
  ml: 'ml|millilitres|milliliters|milliliter|мл|毫升',
  gallon: 'gallons|gallon',
  celsius: '°c|℃|degrees celsius|degree celsius|grad celsius|degrés celsius|grados celsius|摄氏度',
  fahrenheit: '°f|degrees fahrenheit|degree fahrenheit|grad fahrenheit',
  'celsius|fahrenheit|degree': '°|degrees|degree|grad|degrés|grados|градусов|度',
  ms: 'ms|milliseconds|millisecond|millisekunden|millisecondes|milisegundos|毫秒',
  second: 'seconds|secs|sec|sekunden|sekunde|secondes|segundos|secondi|секунд|秒',
  minute: 'minutes|minute|mins|min|minuten|minutos|minuti|минут|минуты|分钟|นาที',
  hour: 'hours|hour|hrs|hr|stunden|stunde|heures|heure|horas|hora|uren|часов|часа|час|小时|時間|ชั่วโมง',
  day: 'days|day|tage|tagen|tag|jours|jour|días|día|giorni|dias|dagen|дней|дня|день|天|วัน',
  week: 'weeks|week|wochen|woche|semaines|semaine|semanas|semana|settimane|weken|недель|недели|неделя|周|週間|สัปดาห์',
  month: 'months|month|monate|monaten|monat|mois|meses|mesi|maanden|месяцев|месяца|месяц|个月|ヶ月|か月|เดือน',
  year: 'years|year|yrs|yr|jahre|jahren|jahr|ans|années|année|años|año|anni|anno|anos|jaar|лет|года|год|ปี',
  decade: 'decades|decade|jahrzehnte|décennies|décadas|десятилетий',
  century: 'centuries|century|jahrhunderte|jahrhundert|siècles|siècle|siglos|siglo|веков|века|век|世纪|世紀',
  kmh: 'km/h|kph|kilometres per hour|kilometers per hour|kilometres an hour|stundenkilometer|км/ч',
  knot: 'knots|knot|knoten|nœuds|nudos',
  mph: 'mph|miles per hour|miles an hour',
  hectare: 'hectares|hectare|ha|hektar|hectáreas|гектаров|公顷',
  acre: 'acres|acre',
  km2: 'km²|km2|square kilometres|square kilometers|sq km|quadratkilometer|kilomètres carrés|kilómetros cuadrados|平方公里',
  m2: 'm²|m2|square metres|square meters|quadratmeter|mètres carrés|metros cuadrados|平方米',
  sqft: 'square feet|sq ft|sqft',
  sqmi: 'square miles|sq mi',
  w: 'watts|watt|w',
  kw: 'kw|kilowatts|kilowatt',
  mw: 'mw|megawatts|megawatt',
  gw: 'gw|gigawatts|gigawatt',
  tw: 'tw|terawatts|terawatt',
  kwh: 'kwh|kilowatt-hours|kilowatt hours|kilowattstunden',
  mwh: 'mwh|megawatt-hours|megawatt hours',
  gwh: 'gwh',
  volt: 'volts|volt|v',
  kbit: 'kbit|kilobits',
  mbit: 'mbit|megabits|megabit',
  gbit: 'gbit|gigabits|gigabit',
  kb: 'kb|kilobytes',
  mb: 'mb|megabytes|megabyte',
  gb: 'gb|gigabytes|gigabyte',
  tb: 'tb|terabytes|terabyte',
  db: 'db|decibels|decibel|dezibel|décibels|decibelios|分贝',
  ppm: 'ppm|parts per million',
  ppb: 'ppb|parts per billion',
  bar: 'bar|bars',
  psi: 'psi',
  kpa: 'kpa|kilopascals',
  hpa: 'hpa|hectopascals',
  joule: 'joules|joule',
  kj: 'kj|kilojoules|kilojoule',
  mj: 'mj|megajoules',
  hz: 'hz|hertz',
  khz: 'khz',
  mhz: 'mhz',
  ghz: 'ghz',
  calorie: 'kcal|calories|calorie|kalorien|cal',
  px: 'px|pixels|pixel',
  'usd|aud|cad|hkd|nzd|sgd': '$|dollars|dollar|dólares|долларов|ドル|ดอลลาร์',
  usd: 'us$|usd|us dollars|us dollar|美元',
  aud: 'a$|au$|aud|australian dollars|澳元',
  cad: 'c$|ca$|cad|canadian dollars|加元',
  hkd: 'hk$|hkd|hong kong dollars|港元',
  nzd: 'nz$|nzd|new zealand dollars',
  sgd: 's$|sgd|singapore dollars',
  krona: 'kronor|krona|kroner|krone|kronen',
  won: '₩|won|krw|韩元|ウォン|원',
  peso: 'pesos|peso',
  real: 'r$|brl|reais',
  lira: '₺|lira|liras',
  zloty: 'zł|pln|zloty|zlotys|złotych',
  eur: '€|eur|euros|euro|евро|欧元|ユーロ',
  gbp: '£|gbp|pounds sterling|sterling',
  'yen|yuan': '¥',
  yen: 'jpy|yen|円|日元',
  yuan: 'cny|rmb|yuan|元|人民币',
  rupee: '₹|inr|rs|rupees|rupee',
  rouble: '₽|rub|roubles|rubles|рублей|рубля|руб',
  franc: 'chf|francs|franken',
  cent: 'cents|cent|pence',
  baht: '฿|baht|บาท',
};

const NAMES = new Map(
  Object.entries(UNITS).flatMap(([unit, forms]) => forms.split('|').map((form) => [form, unit] as const)),
);
const ANY_UNSPACED = new RegExp(UNSPACED.source, 'u');

function joinForms(unspaced: boolean): string {
  return [...NAMES.keys()]
    .filter((form) => ANY_UNSPACED.test(form) === unspaced)
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[$/]/g, '\\$&').replace(/ /g, '\\s'))
    .join('|');
}

const BEHIND = new RegExp(`^[\\s-]?(?:(${joinForms(false)})(?![\\p{L}\\p{M}])|(${joinForms(true)}))`, 'iu');
const BEFORE = /(?:(?:us|au?|ca?|hk|nz|s|r)\$|[$€£¥₹₽฿₩₺]|\b(?:usd|eur|gbp|chf|jpy|inr|rs\.?))\s?$/iu;

interface FoundUnit {
  readonly unit: string;
  /** How many characters it takes, space included. */
  readonly length: number;
}

export function findUnitBehind(text: string, at: number): FoundUnit | null {
  const [whole = '', spaced, unspaced] = BEHIND.exec(text.slice(at, at + 40)) ?? [];
  const unit = NAMES.get((spaced ?? unspaced ?? '').toLowerCase().replace(/\s/g, ' '));
  return unit === undefined ? null : { unit, length: whole.length };
}

export function findUnitBefore(text: string, at: number): FoundUnit | null {
  const [whole] = BEFORE.exec(text.slice(Math.max(0, at - 5), at)) ?? [];
  if (whole === undefined) return null;
  const form = whole.trim().toLowerCase().replace(/\.$/, '');
  const unit = NAMES.get(form);
  return unit === undefined ? null : { unit, length: whole.length };
}

/** Names may stand for several units, joined by `|`. */
export function sharesUnit(a: string, b: string): boolean {
  const others = b.split('|');
  return a.split('|').some((unit) => others.includes(unit));
}
