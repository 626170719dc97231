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

/** After the whole character. */
export function getNextOffset(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}
