/** Intl.Segmenter in windows, for linear time: V8's cost per segment grows with the whole string. */
const WINDOW = 2000;

type Granularity = 'grapheme' | 'word' | 'sentence';

const segmenters = new Map<string, Intl.Segmenter>();

/** Invalid tags get a fixed locale, never the machine's. */
function getSegmenter(granularity: Granularity, language: string): Intl.Segmenter {
  const key = `${granularity} ${language}`;
  const cached = segmenters.get(key);
  if (cached !== undefined) return cached;
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(language === '' ? 'en' : language, { granularity });
  } catch {
    segmenter = new Intl.Segmenter('en', { granularity }); // a page may declare any language
  }
  if (segmenters.size >= 64) segmenters.clear();
  segmenters.set(key, segmenter);
  return segmenter;
}

/** A segment longer than the window may end elsewhere than in ICU. */
export function* iterateSegments(
  text: string,
  granularity: Granularity,
  language = '',
): Generator<string, void, undefined> {
  const segmenter = getSegmenter(granularity, language);
  let pending = '';
  for (let start = 0; start < text.length;) {
    const end = findWindowEnd(text, start);
    const piece = text.slice(start, end);
    let last = '';
    for (const { segment } of segmenter.segment(piece)) {
      if (last !== '') {
        yield pending + last;
        pending = '';
      }
      last = segment;
    }
    if (end === text.length) {
      yield pending + last;
      return;
    }
    if (last.length === piece.length) {
      pending += last;
      start = end;
    } else {
      start = end - last.length;
    }
  }
}

/** Never splits a surrogate pair. */
function findWindowEnd(text: string, start: number): number {
  const end = Math.min(start + WINDOW, text.length);
  return end < text.length && isLowSurrogate(text.charCodeAt(end)) ? end - 1 : end;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Lower case, without the stop, which ends no sentence even before a capital. */
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st sr jr vs rev gen sen rep gov lt col sgt capt hon approx dept mt ft cf ' +
    'z.b d.h u.a bzw ca hrsg vgl mio mrd m mme mlle sra srta ud dña г ул им т.е т.к'
  ).split(' '),
);

/** No sentence end before a number: no. 5, fig. 2. */
const NUMBERED = new Set('no nos fig figs vol p pp ed eds art nr abs núm см рис стр'.split(' '));

/** After an acronym (U.S., a.m.) only these words start a new sentence. */
const STARTERS =
  /^["'“‘(]*(?:The|A|An|In|It|He|She|They|We|You|I|But|And|This|That|These|Those|There|For|On|At|As|If|When|While|However|After|Before|His|Her|Their|Our|Its|With|By|Some|Many|Most)\s/;

/** Ordinals with a stop: „am 3. Oktober“. */
const ORDINAL_STOP = /^(?:de|da|nb|nn|no|fi|cs|sk|pl|hu|hr|sr|sl|et|lv|is|tr)\b/i;

const SPACE_ENDS = /[\u0e00-\u0eff]/;

/** Text without one of these is one sentence. */
const STOP = /\p{Sentence_Terminal}/u;

const SPACED_MIN = 60;

const SPACED_LONG = 200;

/** Collapses white space first. [] for blank text. */
export function splitSentences(text: string, language = ''): string[] {
  const line = text.replace(/\s+/g, ' ').trim();
  const stop = line.search(STOP);
  if (stop === -1 || stop === line.length - 1) return line === '' ? [] : splitAtSpaces(line);
  const found: string[] = [];
  let open = '';
  for (const segment of iterateSegments(line, 'sentence', language)) {
    if (open !== '' && !isSentenceEnd(open.trimEnd(), segment, language)) {
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
  if (hasOpenParenthesis(before) && after.slice(0, 400).includes(')')) return false;
  if (!tail.endsWith('.')) return true;
  const word = /[^\s("“‘]+$/u.exec(tail)?.[0].slice(0, -1) ?? '';
  if (ABBREVIATIONS.has(word.toLowerCase())) return false;
  if (NUMBERED.has(word.toLowerCase()) && /^\d/.test(after)) return false;
  if (/^\p{Lu}$/u.test(word)) return false; // an initial: J. Doe
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return STARTERS.test(after);
  return !(/^\d{1,2}$/.test(word) && ORDINAL_STOP.test(language));
}

function hasOpenParenthesis(text: string): boolean {
  const tail = text.slice(-400);
  return tail.lastIndexOf('(') > tail.lastIndexOf(')');
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

export const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]/u;

const DICTIONARY = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

const RUNS =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+|[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]+|[^\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]+/gu;

/** Endings carry grammar: longer words are truncated. */
const STEM_LENGTH = 6;

export function extractTerms(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  if (!UNSPACED.test(text)) return words.map(truncateToStem);
  const found: string[] = [];
  for (const word of words) {
    if (!UNSPACED.test(word)) {
      found.push(truncateToStem(word));
      continue;
    }
    for (const [run] of word.matchAll(RUNS)) {
      if (DICTIONARY.test(run)) found.push(...iterateSegments(run, 'word', 'th'));
      else if (UNSPACED.test(run)) found.push(...toCharacterPairs(run));
      else found.push(truncateToStem(run));
    }
  }
  return found;
}

/** About 1.7 characters per word in Chinese and Japanese, 4 in Thai. */
export function countWords(text: string): number {
  const words = text.match(WORD) ?? [];
  if (!UNSPACED.test(text)) return words.length;
  let count = 0;
  for (const word of words) {
    if (!UNSPACED.test(word)) count += 1;
    else count += Math.max(1, word.length / (DICTIONARY.test(word) ? 4 : 1.7));
  }
  return Math.round(count);
}

function truncateToStem(word: string): string {
  return word.length > STEM_LENGTH ? word.slice(0, STEM_LENGTH) : word;
}

function toCharacterPairs(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character);
}
