/** A text cut where words of a query stand in it. The one rule: put together again, the pieces are the text. */

export interface Piece {
  readonly text: string;
  /** It is a word of the query. */
  readonly hit: boolean;
}

/** Most words of a query that are looked for. */
const MOST = 12;
/** By segmentation, not spaces: not every script has them. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

export function emphasised(text: string, query: string): readonly Piece[] {
  const folded = text.toLowerCase();
  const words = wordsOf(query);
  // a letter that grows when it is made small would shift every place behind it
  if (words.length === 0 || folded.length !== text.length) return [{ text, hit: false }];
  const hits = new Uint8Array(text.length);
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      hits.fill(1, at, at + word.length);
    }
  }
  return pieces(text, hits);
}

function wordsOf(query: string): readonly string[] {
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(query.toLowerCase())) {
    if (isWordLike === true && words.size < MOST) words.add(segment);
  }
  return [...words];
}

function pieces(text: string, hits: Uint8Array): readonly Piece[] {
  const all: Piece[] = [];
  let from = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && hits[at] === hits[from]) continue;
    all.push({ text: text.slice(from, at), hit: hits[from] === 1 });
    from = at;
  }
  return all;
}
