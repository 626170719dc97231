/** PDFs that the site of the tests serves, made when they are asked for. */
import { pdfOf, prose, scanned, type Placed } from './pdf-writer.ts';

const HEAD = 'Harbour Office of Averholm';

const page = (number: number, title: string, lines: readonly string[]): Placed[] => [
  { x: 200, y: 815, text: HEAD, size: 8 },
  { x: 72, y: 770, text: title, size: 20 },
  ...prose(lines, { top: 730 }),
  { x: 290, y: 30, text: String(number), size: 8 },
];

/** Two pages in one column, with running heads, numbers and a word divided at the end of a line. */
const guide = (): Buffer =>
  pdfOf(
    [
      page(1, 'A guide to the harbour', [
        'The harbour of Averholm has been open since 1681. Its light-',
        'house stands on the northern mole and is painted white every',
        'seventh year by the keepers themselves.',
      ]),
      page(2, 'Fees and tides', [
        'A berth costs four crowns a night, and six when the herring',
        'comes in. The tide at the northern mole rises by three metres.',
        'Boats that draw more than two metres wait for high water.',
      ]),
      page(3, 'Storms', [
        'When the storm cone is hoisted, no boat leaves the harbour.',
        'The pilot sleeps at the lock until the cone has come down.',
      ]),
    ],
    {
      info: { Title: 'Averholm harbour guide', Author: 'The Harbour Board', CreationDate: 'D:20240229' },
      language: 'en',
    },
  );

/** The one page of {@link long} that names the pilot's dog. */
export const ODD_PAGE = 137;

/** Two hundred pages. */
const long = (): Buffer =>
  pdfOf(
    Array.from({ length: 200 }, (_, i) =>
      page(i + 1, `Log of week ${String(i + 1)}`, [
        ...Array.from(
          { length: 30 },
          (__, j) =>
            `On day ${String(j + 1)} of week ${String(i + 1)} the keeper saw ${String((i * 7 + j * 13) % 97)} sails and wrote them down.`,
        ),
        ...(i + 1 === ODD_PAGE
          ? ['The pilot’s dog Quixote fell into the lock and was awarded a medal.'.replace('’', "'")]
          : []),
      ]),
    ),
    { info: { Title: 'Log of the harbour' } },
  );

const FILES = {
  guide,
  long,
  locked: () => pdfOf([prose(['Secret.'])], { locked: true }),
  scan: () => pdfOf([scanned()]),
  broken: () => Buffer.from('%PDF-1.4\nnothing of the kind'),
} as const;

export type PdfName = keyof typeof FILES;

const isPdfName = (name: string): name is PdfName => Object.hasOwn(FILES, name);

/** The file of that name; null where there is none. */
export const pdfFile = (name: string): Buffer | null => (isPdfName(name) ? FILES[name]() : null);
