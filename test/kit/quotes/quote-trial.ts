/** Tries forged and true quotes of pages, kind after kind, chosen by a seed. */
import { openSource, type Source } from '../../../src/lib/pipeline/cite/source.ts';
import { alignQuote } from '../../lib/pipeline/cite/align-quote.ts';
import { FORGERIES } from './forged-quotes.ts';
import { NOISES } from './noised-quotes.ts';
import type { QuotePage } from './quote-pages.ts';
import { createRandom, type Random } from '../base/random.ts';
import { listSaid, type Said } from './said.ts';

export interface Trial {
  readonly kind: string;
  readonly quote: string;
  readonly sentence: string;
  readonly verdict: string;
}

interface Spoken {
  readonly said: Said;
  readonly source: Source;
}

export type Quotable = readonly Spoken[];

export function listQuotable(pages: readonly QuotePage[]): Quotable {
  return pages.flatMap((page) => {
    const source = openSource(page.markdown, page.language);
    return listSaid(page).map((said) => ({ said, source }));
  });
}

/** A kind that few sentences allow is tried on many; the rarest are fewer than the others. */
const MAX_SENTENCES = 400;

function* iterateTrials(
  quotable: Quotable,
  kinds: readonly string[],
  { seed, count }: { readonly seed: number; readonly count: number },
  write: (kind: string, said: Said, random: Random) => string | null,
): Generator<Trial, void, undefined> {
  const random = createRandom(seed);
  const apt = new Map(
    kinds.map((kind) => [kind, quotable.filter(({ said }) => write(kind, said, createRandom(1)) !== null)]),
  );
  const possible = kinds.filter((kind) => apt.get(kind)?.length !== 0);
  for (let made = 0, tried = 0; made < count && tried < count * MAX_SENTENCES; tried += 1) {
    const kind = possible[tried % possible.length] ?? '';
    const spoken = random.pick(apt.get(kind) ?? []);
    const quote = spoken === undefined ? null : write(kind, spoken.said, random);
    if (spoken === undefined || quote === null || quote.length > 1000) continue;
    made += 1;
    yield { kind, quote, sentence: spoken.said.sentence, verdict: alignQuote(quote, [spoken.source], '').verdict };
  }
}

export const iterateForged = (
  quotable: Quotable,
  size: { seed: number; count: number },
): Generator<Trial, void, undefined> => iterateTrials(quotable, Object.keys(FORGERIES), size, forge);

export const iterateTrue = (
  quotable: Quotable,
  size: { seed: number; count: number },
): Generator<Trial, void, undefined> =>
  iterateTrials(quotable, Object.keys(NOISES), size, (kind, said, random) => NOISES[kind]?.(said, random) ?? null);

function forge(kind: string, said: Said, random: Random): string | null {
  const forgery = FORGERIES[kind];
  const quote = forgery?.forge(said, random) ?? null;
  if (quote === null) return null;
  const isTrue =
    forgery?.made === true
      ? countIn(said.page, said.sentence) > 1 || countIn(said.page, quote) > 1 // said elsewhere in another way
      : isOnPage(said.page, quote);
  return isTrue ? null : quote;
}

/** Case, quotation marks and what is at the ends aside. */
const simplify = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[“”„"'’‘«»]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,;:…]+|[\s.,;:…]+$/g, '');

const simplePages = new Map<string, string>();
function simplifyPage(page: string): string {
  const simple = simplePages.get(page) ?? simplify(page);
  simplePages.set(page, simple);
  return simple;
}

const countIn = (page: string, words: string): number =>
  simplifyPage(page).split(simplify(words).replace(/\s*[?？؟]$/, '')).length - 1;

function isOnPage(page: string, quote: string): boolean {
  const [there, words] = [simplifyPage(page), simplify(quote)];
  for (let at = there.indexOf(words); at !== -1; at = there.indexOf(words, at + 1)) {
    const isCut = [there.charAt(at - 1) + words.charAt(0), words.slice(-1) + there.charAt(at + words.length)].some(
      (pair) => /^[\p{L}\p{N}]{2}$/u.test(pair),
    );
    if (!isCut || /[\u0e00-\u0eff\u3040-\u9fff]/.test(words)) return true;
  }
  return false;
}

export const isAccepted = ({ verdict }: Trial): boolean => verdict === 'verbatim' || verdict === 'close';
