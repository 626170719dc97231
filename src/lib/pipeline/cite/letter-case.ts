/** Differences of case that are type: a sentence's first letter, or a quote, headline or word in another case as a whole. */

export interface WordPair {
  readonly quote: string;
  readonly source: string;
  /** On either side. */
  readonly startsSentence: boolean;
  readonly followsNumber: boolean;
}

/** Other words in capitals than in small letters. */
const TWO_WORDS = new Set(
  'us it who aids is or in me am as on so do led ram cat pet sad arc can set he be go id'.split(' '),
);
/** mW is not MW. */
const UNIT = /^(?!am$|pm$|a$)[pnuµmcdhkgt]?(?:m|g|s|w|v|a|b|j|n|l|f|t|pa|hz|wh|bit|bps|ev|cal|bar|mol|c|k)$/i;
const MIN_TITLE_WORDS = 3;
const TITLE_WORD = 4;

export function isTypographicCase(words: readonly WordPair[]): boolean {
  const changed = words.filter(({ quote, source }) => quote !== source);
  if (changed.length === 0) return true;
  const [quotes, sources] = [words.map(({ quote }) => quote), words.map(({ source }) => source)];
  const inCapitals = isInCapitals(quotes) || isInCapitals(sources);
  const inSmall = quotes.every((word) => word === word.toLowerCase()) && (changed.length > 1 || words.length < 3);
  const inTitle = changed.length > 1 && (isTitle(quotes) || isTitle(sources));
  return changed.every((pair) => {
    if (pair.followsNumber && UNIT.test(pair.quote)) return false;
    if (inCapitals) return true;
    if (TWO_WORDS.has(pair.quote.toLowerCase()) && isCapitals(pair.source) !== isCapitals(pair.quote)) return false;
    const firstAlone = pair.quote.slice(1) === pair.source.slice(1);
    return inSmall || pair.startsSentence || (inTitle && firstAlone) || (!firstAlone && isStressed(pair));
  });
}

const isCapitals = (word: string): boolean =>
  word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();

const isInCapitals = (words: readonly string[]): boolean =>
  words.some(isCapitals) && words.every((word) => word === word.toUpperCase());

function isTitle(words: readonly string[]): boolean {
  const long = words.filter((word) => word.length >= TITLE_WORD);
  return long.length >= MIN_TITLE_WORDS && long.every((word) => !/^\p{Ll}/u.test(word));
}

/** A word in capitals for emphasis. */
function isStressed({ quote, source }: WordPair): boolean {
  const plain = isCapitals(quote) ? source : isCapitals(source) ? quote : '';
  return plain.length >= MIN_TITLE_WORDS && plain === plain.toLowerCase();
}
