/** The token counter beside gpt-tokenizer on normal text: both must give the same count. */
import { readdirSync, readFileSync } from 'node:fs';
import { createBpe } from '../../../src/lib/models/tokens/bpe.ts';
import { readRanks } from '../../../src/lib/models/tokens/ranks.ts';
import { median, type Figure } from '../figure.ts';
import { runAtOnce } from '../../kit/base/run-at-once.ts';

const PAGES = new URL('../../fixtures/pages/', import.meta.url);
const TABLE = new URL('../../../public/tok/o200k_base.bin', import.meta.url);
const TIMES = 15;

/** The reviewed Markdown of the golden pages of one kind of script, one after the other. */
function pages(names: (name: string) => boolean): string {
  return readdirSync(PAGES)
    .filter(names)
    .sort()
    .map((name) => readFileSync(new URL(`${name}/expected.md`, PAGES), 'utf8'))
    .join('\n\n');
}

const CJK = ['chinese', 'japanese'];
const TEXTS = {
  'golden pages in Latin and Arabic script': pages((name) => !CJK.includes(name)),
  'golden pages in Chinese and Japanese': pages((name) => CJK.includes(name)),
};

const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Milliseconds, ours and theirs by turns, so that the machine's load meets both. */
async function byTurns(ours: () => unknown, theirs: () => unknown): Promise<readonly [number, number]> {
  const [a, b]: [number[], number[]] = [[], []];
  for (let i = 0; i < TIMES + 3; i += 1) {
    const [mine, other] = [await timed(ours), await timed(theirs)];
    if (i < 3) continue; // these compile
    a.push(mine);
    b.push(other);
  }
  return [median(a), median(b)];
}

export async function peerTokensBench(): Promise<Figure[]> {
  const against = (value: number): Figure['against'] & object => ({ name: 'gpt-tokenizer', value });
  let peer: typeof import('gpt-tokenizer/encoding/o200k_base') | undefined;
  const theirStart = await timed(async () => {
    peer = await import('gpt-tokenizer/encoding/o200k_base');
    peer.countTokens('one');
  });
  let bpe: ReturnType<typeof createBpe> | undefined;
  const ourStart = await timed(() => {
    bpe = createBpe(runAtOnce(readRanks(new Uint8Array(readFileSync(TABLE)))));
    runAtOnce(bpe.countInSlices('one'));
  });
  if (!peer || !bpe) throw new Error('A counter did not start.');
  const [ours, theirs] = [bpe, peer];
  const figures: Figure[] = [
    { name: 'tokens: from nothing to the first count', value: ourStart, unit: 'ms', against: against(theirStart) },
  ];
  for (const [name, text] of Object.entries(TEXTS)) {
    const row = (when: string, [value, other]: readonly [number, number]): Figure => ({
      name: `tokens: ${name}, ${text.length.toLocaleString('en')} characters, ${when}`,
      value,
      unit: 'ms',
      against: against(other),
    });
    let counts: readonly [number, number] = [0, 0];
    const first = [
      await timed(() => (counts = [runAtOnce(ours.countInSlices(text)), 0])),
      await timed(() => (counts = [counts[0], theirs.countTokens(text)])),
    ] as const;
    if (counts[0] !== counts[1]) throw new Error(`${name}: ${counts[0]} tokens, gpt-tokenizer says ${counts[1]}.`);
    const again = await byTurns(
      () => runAtOnce(ours.countInSlices(text)),
      () => theirs.countTokens(text),
    );
    figures.push(row('first time', first), row('again', again));
  }
  return figures;
}
