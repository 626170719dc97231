/**
 * Checking what an answer quotes: opening a long source and looking up as many quotes as an answer may have, true ones and
 * forged ones, with the time, the longest hold of the event loop and the heap that is kept. The one rule: each round begins
 * with a source that nobody has looked at, and a verdict that is not the expected one fails the group.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { checkQuotes, MAX_CHECKED_QUOTES } from '../../../src/lib/pipeline/cite/check-quotes.ts';
import { openSource } from '../../../src/lib/pipeline/cite/source.ts';
import type { Verdict } from '../../../src/lib/pipeline/cite/align.ts';
import { type Figure, median } from '../figure.ts';
import { longText } from '../long-text.ts';
import { watched } from '../watched.ts';

const ROUNDS = 7;
/** Rounds before that, which compile. */
const WARM_UP = 2;
const SIZES = [1, 5] as const;
const WORDS = 12;

interface Round {
  readonly opening: number;
  readonly found: number;
  readonly missing: number;
  readonly held: number;
  /** MB kept with the form for word-for-word quotes, and with the one for close quotes as well. */
  readonly heap: number;
  readonly heapWithBoth: number;
}

/** An answer of quotes: runs of words from all over the text. */
function quotesOf(text: string): readonly string[] {
  const runs = text.split('\n').flatMap((line) => {
    const words = line.split(' ');
    return /^[\p{L}\p{N}][\p{L}\p{N} ,.]*$/u.test(line) && words.length > WORDS
      ? [words.slice(0, WORDS).join(' ')]
      : [];
  });
  const step = Math.floor(runs.length / MAX_CHECKED_QUOTES);
  if (step === 0) throw new Error('The text has too few plain sentences to quote.');
  return runs.filter((_, i) => i % step === 0).slice(0, MAX_CHECKED_QUOTES);
}

/** As a model forges one: all but the last word is there. */
const forged = (quote: string): string => quote.replace(/[^ ]+$/, 'quinquereme');
const answerOf = (quotes: readonly string[]): string => quotes.map((quote) => `- So it says [${quote}](#).`).join('\n');

function collected(gc: () => void): number {
  gc();
  return process.memoryUsage().heapUsed / 1e6;
}

async function round(text: string, quotes: readonly string[], gc: () => void): Promise<Round> {
  const before = collected(gc);
  const source = openSource(text, 'en');
  const opened = await watched(() => source.prepare('verbatim'));
  const heap = collected(gc) - before;
  const check = (all: readonly string[]) => watched(() => checkQuotes(answerOf(all), [source], { form: 'links' }));
  const found = await check(quotes);
  const missing = await check(quotes.map(forged));
  expectAll('verbatim', found.value);
  expectAll('missing', missing.value);
  const heapWithBoth = collected(gc) - before;
  if (source.markdown !== text) throw new Error('The source is another.'); // and lives up to here
  const held = Math.max(opened.held, found.held, missing.held);
  return { opening: opened.took, found: found.took, missing: missing.took, held, heap, heapWithBoth };
}

function expectAll(verdict: Verdict, checked: readonly { readonly alignment: { readonly verdict: Verdict } }[]): void {
  const right = checked.filter(({ alignment }) => alignment.verdict === verdict).length;
  if (right !== MAX_CHECKED_QUOTES) throw new Error(`${right} of ${MAX_CHECKED_QUOTES} quotes were ${verdict}.`);
}

async function ofSize(megabytes: number, gc: () => void): Promise<Figure[]> {
  const text = longText(megabytes * 1_000_000);
  const quotes = quotesOf(text);
  const rounds: Round[] = [];
  for (let i = -WARM_UP; i < ROUNDS; i += 1) {
    const made = await round(text, quotes, gc);
    if (i >= 0) rounds.push(made);
  }
  const row = (name: string, of: keyof Round, unit: string): Figure => ({
    name: `citations, ${megabytes} MB: ${name}`,
    value: median(rounds.map((one) => one[of])),
    unit,
  });
  return [
    row('opening', 'opening', 'ms'),
    row(`${MAX_CHECKED_QUOTES} quotes that are there`, 'found', 'ms'),
    row(`${MAX_CHECKED_QUOTES} quotes that are not, close form made for them`, 'missing', 'ms'),
    {
      name: `citations, ${megabytes} MB: longest hold of all rounds`,
      value: Math.max(...rounds.map(({ held }) => held)),
      unit: 'ms',
      against: { name: 'aim', value: 50 },
    },
    row('heap kept, opened', 'heap', 'MB'),
    row('heap kept, with the close form', 'heapWithBoth', 'MB'),
  ];
}

export async function citationsBench(): Promise<Figure[]> {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const figures: Figure[] = [];
  for (const megabytes of SIZES) figures.push(...(await ofSize(megabytes, gc)));
  return figures;
}
