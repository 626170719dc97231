/** Marks the words of a query in a text. */

/** Rendered as plain text. */
export function Emphasised({ text, query }: { readonly text: string; readonly query: string }) {
  return splitByQueryWords(text, query).map((piece, index) =>
    piece.hit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  );
}

interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

const MAX_QUERY_WORDS = 12;

/** Not every script separates words by spaces. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The concatenated pieces are the text. */
export function splitByQueryWords(text: string, query: string): readonly Piece[] {
  const folded = text.toLowerCase();
  const words = collectQueryWords(query);
  // a letter whose lower case is longer would shift all following positions
  if (words.length === 0 || folded.length !== text.length) return [{ text, hit: false }];
  const hits = new Uint8Array(text.length);
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      hits.fill(1, at, at + word.length);
    }
  }
  return buildPieces(text, hits);
}

function collectQueryWords(query: string): readonly string[] {
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(query.toLowerCase())) {
    if (isWordLike === true && words.size < MAX_QUERY_WORDS) words.add(segment);
  }
  return [...words];
}

function buildPieces(text: string, hits: Uint8Array): readonly Piece[] {
  const all: Piece[] = [];
  let from = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && hits[at] === hits[from]) continue;
    all.push({ text: text.slice(from, at), hit: hits[from] === 1 });
    from = at;
  }
  return all;
}
