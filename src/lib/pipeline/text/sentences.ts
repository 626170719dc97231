/** Splits text into sentences; a stop after an abbreviation or a number ends none. */
import { iterateSegments } from './segment.ts';

/** Lower case, without the stop, which ends no sentence even before a capital. */
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr dra prof sig dott ing st sr jr vs rev gen sen rep gov lt col sgt capt hon approx dept mt ft cf ' +
    'z.b d.h u.a bzw ca hrsg vgl mio mrd m mme mlle sra srta ee j.-c ud dña г ул им т.е т.к'
  ).split(' '),
);

/** End one only before a word that starts many, as acronyms do. */
const MAYBE_LAST = new Set('inc corp ltd co ave av etc'.split(' '));

/** No sentence end before a number: no. 5, fig. 2. */
const NUMBERED = new Set(
  'no nos fig figs vol p pp ed eds art nr abs núm см рис стр jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
);

/** After an acronym (U.S., a.m.) only these words start a new sentence. */
const STARTERS =
  /^["'“‘(]*(?:The|A|An|In|It|He|She|They|We|You|I|But|And|This|That|These|Those|There|For|On|At|As|If|When|While|However|After|Before|His|Her|Their|Our|Its|With|By|Some|Many|Most|La|El|Los|Las|Le|Les|Der|Die|Das|Il|Lo)\s/;

/** Ordinals with a stop: „am 3. Oktober“. */
const ORDINAL_STOP = /^(?:de|da|nb|nn|no|fi|cs|sk|pl|hu|hr|sr|sl|et|lv|is|tr)\b/i;

const SPACE_ENDS = /[\u0e00-\u0eff]/;

/** Text without one of these is one sentence. */
const STOP = /\p{Sentence_Terminal}/u;

/** In characters, on each side: what is open longer was never closed. */
const MAX_OPEN = 400;

const SPACED_MIN = 60;

const SPACED_LONG = 200;

/** Collapses white space first. [] for blank text. */
export function splitSentences(text: string, language = ''): string[] {
  const line = text.replace(/\s+/g, ' ').trim();
  const stop = line.search(STOP);
  if (stop === -1 || stop === line.length - 1) return line === '' ? [] : splitAtSpaces(line);
  const found: string[] = [];
  let open = '';
  let at = 0;
  for (const segment of iterateSegments(line, 'sentence', language)) {
    const isOpen = hasOpenQuote(open) && /[」』]/.test(line.slice(at, at + MAX_OPEN));
    at += segment.length;
    if (open !== '' && (isOpen || !isSentenceEnd(open.trimEnd(), segment, language))) {
      open += segment;
      continue;
    }
    if (open.trim() !== '') found.push(open.trim());
    open = segment;
  }
  if (open.trim() !== '') found.push(open.trim());
  return found.flatMap(splitAtSpaces);
}

function isSentenceEnd(before: string, after: string, language: string): boolean {
  const tail = before.slice(-40);
  if (/^[\p{Ll}]/u.test(after)) return false;
  if (!/\p{L}/u.test(tail) && before.length < 40 && !/\p{L}/u.test(before)) return false; // "1." belongs to what follows
  if (/[」』]$/.test(before) && /^(?:と|って|など)/.test(after)) return false; // who said it follows
  if (hasOpenParenthesis(before) && after.slice(0, MAX_OPEN).includes(')')) return false;
  if (!tail.endsWith('.')) return true;
  const word = /[^\s("“‘]+$/u.exec(tail)?.[0].slice(0, -1) ?? '';
  if (ABBREVIATIONS.has(word.toLowerCase())) return false;
  if (NUMBERED.has(word.toLowerCase()) && /^\d/.test(after)) return false;
  if (/^\p{Lu}$/u.test(word)) return false; // an initial: J. Doe
  if (MAYBE_LAST.has(word.toLowerCase()) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return STARTERS.test(after);
  return !(/^\d{1,2}$/.test(word) && ORDINAL_STOP.test(language));
}

function hasOpenParenthesis(text: string): boolean {
  const tail = text.slice(-MAX_OPEN);
  return tail.lastIndexOf('(') > tail.lastIndexOf(')');
}

function hasOpenQuote(text: string): boolean {
  const tail = text.slice(-MAX_OPEN);
  return /[「『][^」』]*$/.test(tail.slice(Math.max(0, tail.lastIndexOf('「'), tail.lastIndexOf('『'))));
}

function splitAtSpaces(text: string): string[] {
  if (text.length <= SPACED_LONG || !SPACE_ENDS.test(text)) return [text];
  const pieces: string[] = [];
  let open = '';
  for (const word of text.split(' ')) {
    open = open === '' ? word : `${open} ${word}`;
    if (open.length < SPACED_MIN) continue;
    pieces.push(open);
    open = '';
  }
  if (open !== '') pieces.push(open);
  return pieces;
}
