/**
 * PP-OCR through ONNX Runtime in real Chromium beside ours, on the kinds of picture that are hard for tesseract and on some
 * plain ones. The one rule: all three read the same pictures in the same run, and words are put in order by the same layout.
 */
import { computeQuantile } from '../../src/lib/base/numbers.ts';
import { readPicture } from '../../src/lib/pipeline/ocr/read-picture.ts';
import { withEngine } from '../kit/screens/engine.ts';
import { errorsOf } from '../kit/screens/error.ts';
import { HELD_OUT, screensOf } from '../kit/screens/index.ts';
import { pixelsOf } from '../kit/screens/pixels.ts';
import { withRenderer } from '../kit/screens/render.ts';
import type { Figure } from './figure.ts';
import { weighPaddle, withPaddle } from './peer-ocr-browser.ts';

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
const PLAIN = ['chips', 'dense-9', 'dense-11', 'german', 'code-dark', 'grid', 'sans'];
const SEEDS = HELD_OUT.slice(0, 1);
/** Idle threads spin, and an extension's pages have a second one only if all of them are isolated from other origins. */
const THREADS = 1;

const WAYS = ['raw', 'ours', 'paddle'] as const;
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
  return { raw: none(), ours: none(), paddle: none() };
};

const readOwnSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export const peerOcrBench = (): Promise<Figure[]> =>
  withPaddle(THREADS, (paddle) =>
    withEngine((engine) =>
      withRenderer(async (draw) => {
        const kinds = new Map([...HARD, ...PLAIN].map((kind) => [kind, createSums()]));
        for (const screen of SEEDS.flatMap((seed) => screensOf(seed))) {
          const sums = kinds.get(screen.kind);
          if (!sums) continue;
          const png = await draw(screen, 1);
          const pixels = pixelsOf(png);
          const { signal } = new AbortController();
          const ways: Readonly<Record<Way, () => Promise<string>>> = {
            raw: () => engine.textOf(png),
            ours: async () => (await readPicture(pixels, engine.recognise, { signal })).text,
            paddle: () => paddle.read(png.toString('base64')),
          };
          for (const way of WAYS) {
            const readSeconds = way === 'paddle' ? () => paddle.readUsage().cpu : readOwnSeconds;
            const began = readSeconds();
            const text = await ways[way]();
            sums[way].seconds.push(readSeconds() - began);
            const { wrong, of } = errorsOf(text, screen.truth);
            sums[way].wrong += wrong;
            sums[way].of += of;
          }
        }
        const weight = weighPaddle();
        return [
          ...[...kinds].flatMap(([kind, sums]) => createRows(kind, [sums])),
          ...createRows(
            'hard kinds',
            HARD.flatMap((kind) => kinds.get(kind) ?? []),
          ),
          ...createRows('all of these', [...kinds.values()]),
          ...createTimes([...kinds.values()]),
          row('start', paddle.startSeconds, 's'),
          row('most memory of its page', paddle.readUsage().peak, 'MB'),
          row('package', weight.raw, 'MB'),
          row('package, packed', weight.packed, 'MB'),
        ];
      }),
    ),
  );

const row = (what: string, value: number, unit: string, against?: Figure['against']): Figure => ({
  name: `PP-OCR: ${what}`,
  value,
  unit,
  ...(against && { against }),
});

function createRows(what: string, kinds: readonly Sums[]): Figure[] {
  const measure = (way: Way): number =>
    (100 * kinds.reduce((sum, { [way]: { wrong } }) => sum + wrong, 0)) /
    kinds.reduce((sum, { [way]: { of } }) => sum + of, 0);
  return [
    row(`${what}, characters wrong`, measure('paddle'), '%', { name: 'ours', value: measure('ours') }),
    row(`${what}, characters wrong`, measure('paddle'), '%', { name: 'tesseract alone', value: measure('raw') }),
  ];
}

function createTimes(kinds: readonly Sums[]): Figure[] {
  const [theirs, ours] = (['paddle', 'ours'] as const).map((way) => kinds.flatMap((sums) => sums[way].seconds));
  return Object.entries({ median: 0.5, '95 of 100': 0.95, longest: 1 }).map(([name, share]) =>
    row(`seconds of the processor, ${name}`, computeQuantile(theirs ?? [], share), 's', {
      name: 'ours',
      value: computeQuantile(ours ?? [], share),
    }),
  );
}
