/**
 * Reading with the photo reader added, beside reading without it and the engine alone, on the kinds of picture that are hard
 * and on plain ones that it alone would spoil. The one rule: all three read the same pictures in the same run, in Node.
 */
import { computeQuantile } from '../../../src/lib/base/numbers.ts';
import { readPixels } from '../../kit/screens/read-pixels.ts';
import { withEngine } from '../../kit/screens/engine.ts';
import { errorsOf } from '../../kit/screens/error.ts';
import { HELD_OUT, screensOf } from '../../kit/screens/index.ts';
import { startPhotoEngineInNode } from '../../kit/screens/photo-engine.ts';
import { pixelsOf } from '../../kit/screens/pixels.ts';
import { withRenderer } from '../../kit/screens/render.ts';
import type { Figure } from '../figure.ts';

const HARD = [
  'photo',
  'photo-caption',
  'page-photo',
  'receipt',
  'receipt-photo',
  'receipt-worn',
  'slant-8',
  'slant-12',
  'subtitles',
  'outlined',
  'meme',
  'hero',
  'map',
  'formulas',
];
const PLAIN = ['chips', 'menu', 'dense-9', 'dense-11', 'german', 'code-dark', 'grid', 'sans'];
const SEEDS = HELD_OUT.slice(0, 1);

const WAYS = ['raw', 'ours', 'added'] as const;
type Way = (typeof WAYS)[number];

/** Characters that are wrong and that there are, and seconds of the processor for each picture. */
interface Sum {
  wrong: number;
  of: number;
  readonly seconds: number[];
}
type Sums = Readonly<Record<Way, Sum>>;

const createSums = (): Sums => {
  const none = (): Sum => ({ wrong: 0, of: 0, seconds: [] });
  return { raw: none(), ours: none(), added: none() };
};

const readSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export async function photoReaderBench(): Promise<Figure[]> {
  const began = readSeconds();
  const readPhoto = (await startPhotoEngineInNode())(['eng']);
  const startSeconds = readSeconds() - began;
  const kinds = new Map([...HARD, ...PLAIN].map((kind) => [kind, createSums()]));
  await withEngine((engine) =>
    withRenderer(async (draw) => {
      for (const screen of SEEDS.flatMap((seed) => screensOf(seed))) {
        const sums = kinds.get(screen.kind);
        if (!sums) continue;
        const png = await draw(screen, 1);
        const pixels = pixelsOf(png);
        const { signal } = new AbortController();
        const ways: Readonly<Record<Way, () => Promise<string>>> = {
          raw: () => engine.textOf(png),
          ours: async () => (await readPixels(pixels, engine.recognise, { signal })).text,
          added: async () => (await readPixels(pixels, engine.recognise, { signal, readPhoto })).text,
        };
        for (const way of WAYS) {
          const before = readSeconds();
          const text = await ways[way]();
          sums[way].seconds.push(readSeconds() - before);
          const { wrong, of } = errorsOf(text, screen.truth);
          sums[way].wrong += wrong;
          sums[way].of += of;
        }
      }
    }),
  );
  return [
    ...[...kinds].flatMap(([kind, sums]) => createRows(kind, [sums])),
    ...createRows(
      'hard kinds',
      HARD.flatMap((kind) => kinds.get(kind) ?? []),
    ),
    ...createRows('all of these', [...kinds.values()]),
    ...createTimes([...kinds.values()]),
    row('start, seconds of the processor', startSeconds, 's'),
  ];
}

const row = (what: string, value: number, unit: string, against?: Figure['against']): Figure => ({
  name: `photo reader: ${what}`,
  value,
  unit,
  ...(against && { against }),
});

function createRows(what: string, kinds: readonly Sums[]): Figure[] {
  const measure = (way: Way): number =>
    (100 * kinds.reduce((sum, { [way]: { wrong } }) => sum + wrong, 0)) /
    kinds.reduce((sum, { [way]: { of } }) => sum + of, 0);
  return [
    row(`${what}, characters wrong`, measure('added'), '%', { name: 'without it', value: measure('ours') }),
    row(`${what}, characters wrong`, measure('added'), '%', { name: 'tesseract alone', value: measure('raw') }),
  ];
}

function createTimes(kinds: readonly Sums[]): Figure[] {
  const [added, ours] = (['added', 'ours'] as const).map((way) => kinds.flatMap((sums) => sums[way].seconds));
  return Object.entries({ median: 0.5, '95 of 100': 0.95, longest: 1 }).map(([name, share]) =>
    row(`seconds of the processor, ${name}`, computeQuantile(added ?? [], share), 's', {
      name: 'without it',
      value: computeQuantile(ours ?? [], share),
    }),
  );
}
