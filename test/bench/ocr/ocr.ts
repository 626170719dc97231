/**
 * Reading generated screens: character error and time of the engine on the picture as it is, of the product, and of the
 * `tesseract` command, each picture by all three in turn. The one rule: nothing here was seen while the clean-up was tuned.
 */
import { spawnSync } from 'node:child_process';
import { computeMedian, computeQuantile } from '../../../src/lib/base/numbers.ts';
import { readPixels } from '../../kit/screens/read-pixels.ts';
import { countSure, errorsOf } from '../../kit/screens/error.ts';
import { type Engine, withEngine } from '../../kit/screens/engine.ts';
import { HELD_OUT, type Screen, screensOf } from '../../kit/screens/index.ts';
import { pixelsOf } from '../../kit/screens/pixels.ts';
import { type Ratio, withRenderer } from '../../kit/screens/render.ts';
import type { Reading } from '../../../src/lib/pipeline/ocr/types.ts';
import type { Figure } from '../figure.ts';

/** At the second ratio one screen of each kind: it has four times the pixels. */
const SEEDS: Readonly<Record<Ratio, readonly number[]>> = { 1: HELD_OUT.slice(0, 2), 2: HELD_OUT.slice(0, 1) };
/** Other work of the machine makes a single one look slow. */
const PASSES = 2;
const AIM = { error: 0.3, chips: 5, worse: 0.3, sure: 1, time: 2.2, longest: 4 };
const WAYS = ['raw', 'read', 'command'] as const;
type Way = (typeof WAYS)[number];

/** What is wrong of what there is. */
interface Counted {
  wrong: number;
  of: number;
}

/** Characters, seconds, millions of pixels. */
interface Sum extends Counted {
  seconds: number;
  megapixels: number;
}
type Sums = Record<Way, Sum>;

const none = (): Sum => ({ wrong: 0, of: 0, seconds: 0, megapixels: 0 });
const empty = (): Sums => ({ raw: none(), read: none(), command: none() });
const cer = ({ wrong, of }: Counted): number => (100 * wrong) / of;
const pace = ({ seconds, megapixels }: Sum): number => seconds / megapixels;

/** What the command says, or null where it is not installed. */
function commandOf(png: Buffer): string | null {
  const { status, stdout, error } = spawnSync('tesseract', ['stdin', 'stdout'], {
    input: png,
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    timeout: 60_000,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return error === undefined && status === 0 ? stdout.toString('utf8') : null;
}

/** How often as long as the engine alone our reading took, both by the faster of two passes. */
async function measured(
  screen: Screen,
  png: Buffer,
  engine: Engine,
  sums: readonly Sums[],
  sure: Counted,
): Promise<number> {
  const pixels = pixelsOf(png);
  const { languages, truth } = screen;
  const readings: Reading[] = [];
  const { signal } = new AbortController();
  const ways: Readonly<Record<Way, () => Promise<string | null>>> = {
    raw: () => engine.textOf(png, languages),
    read: async () => {
      const reading = await readPixels(pixels, (sheet) => engine.recognise(sheet, languages), { signal });
      readings.push(reading);
      return reading.text;
    },
    command: () => Promise.resolve(commandOf(png)),
  };
  const took = { raw: Infinity, read: Infinity, command: Infinity };
  const texts = new Map<Way, string | null>();
  for (let pass = 0; pass < PASSES; pass += 1)
    for (const way of WAYS) {
      const began = performance.now();
      texts.set(way, await ways[way]());
      took[way] = Math.min(took[way], (performance.now() - began) / 1000);
    }
  for (const [way, text] of texts) {
    if (text === null) continue;
    const { wrong, of } = errorsOf(text, truth);
    for (const { [way]: sum } of sums) {
      sum.wrong += wrong;
      sum.of += of;
      sum.seconds += took[way];
      sum.megapixels += (pixels.width * pixels.height) / 1e6;
    }
  }
  const reading = readings.at(-1);
  if (reading) {
    const { wrong, of } = countSure(reading, truth);
    sure.wrong += wrong;
    sure.of += of;
  }
  return took.read / took.raw;
}

async function atRatio(ratio: Ratio, engine: Engine): Promise<Figure[]> {
  const kinds = new Map<string, Sums>();
  const all = empty();
  const sure: Counted = { wrong: 0, of: 0 };
  const slowness: number[] = [];
  await withRenderer(async (draw) => {
    for (const screen of SEEDS[ratio].flatMap((seed) => screensOf(seed))) {
      const kind = kinds.get(screen.kind) ?? empty();
      kinds.set(screen.kind, kind);
      slowness.push(await measured(screen, await draw(screen, ratio), engine, [kind, all], sure));
    }
  });
  return [
    ...[...kinds].flatMap(([kind, sums]) => rowsOf(ratio, kind, sums)),
    ...sumsOf(ratio, all, kinds, slowness, sure),
  ];
}

const named = (ratio: Ratio, what: string): string => `ocr, ratio ${ratio}: ${what}`;

function rowsOf(ratio: Ratio, kind: string, { raw, read, command }: Sums): Figure[] {
  const against = { name: 'engine alone', value: cer(raw) };
  return [
    { name: named(ratio, `${kind}, characters wrong`), value: cer(read), unit: '%', against },
    ...(command.of === 0
      ? []
      : [{ name: named(ratio, `${kind}, the tesseract command`), value: cer(command), unit: '%', against }]),
  ];
}

function sumsOf(
  ratio: Ratio,
  { raw, read, command }: Sums,
  kinds: ReadonlyMap<string, Sums>,
  slowness: readonly number[],
  sure: Counted,
): Figure[] {
  const worse = [...kinds.values()].filter((sums) => cer(sums.read) > cer(sums.raw) + AIM.worse).length;
  const chips = kinds.get('chips');
  const row = (what: string, value: number, unit: string, against?: Figure['against']): Figure => ({
    name: named(ratio, what),
    value,
    unit,
    ...(against && { against }),
  });
  const aim = (value: number): Figure['against'] => ({ name: 'aim', value });
  return [
    row('all kinds, characters wrong', cer(read), '%', { name: 'engine alone', value: cer(raw) }),
    row('all kinds, share of the engine’s error', read.wrong / raw.wrong, '', aim(AIM.error)),
    ...(chips ? [row('chips', cer(chips.read), '%', aim(AIM.chips))] : []),
    row(`kinds, of ${kinds.size}, worse than the engine alone by ${AIM.worse} points`, worse, '', aim(0)),
    row('words shown as sure that are wrong', cer(sure), '%', aim(AIM.sure)),
    row('time', pace(read), 's/MP', { name: 'engine alone', value: pace(raw) }),
    row('time, times the engine alone, median', computeMedian(slowness), '×', aim(AIM.time)),
    row('time, times the engine alone, 95 of 100', computeQuantile(slowness, 0.95), '×', aim(AIM.longest)),
    ...(command.of === 0
      ? [row('the tesseract command is not installed (1)', 1, '')]
      : [
          row('all kinds, the tesseract command', cer(command), '%', { name: 'engine alone', value: cer(raw) }),
          row('time, the tesseract command', pace(command), 's/MP', { name: 'engine alone', value: pace(raw) }),
        ]),
  ];
}

export const ocrBench = (): Promise<Figure[]> =>
  withEngine(async (engine) => [...(await atRatio(1, engine)), ...(await atRatio(2, engine))]);
