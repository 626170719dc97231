import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it, describe } from 'vitest';
import type { PdfEvent } from '../../src/lib/protocol/offscreen/pdf.ts';
import { readPdf, type ReadCMap } from '../../src/offscreen/read-pdf.ts';
import { parsePdfEvent, createReadingMessage } from '../../src/lib/protocol/offscreen/convert-events.ts';
import { pdfOf, prose, scanned, type PdfOptions, type Placed } from '../kit/pages/pdf-writer.ts';

const tables = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps');
const fromPackage: ReadCMap = async (file) => new Uint8Array(await readFile(join(tables, file)));

async function eventsOf(file: Buffer, table = fromPackage): Promise<readonly PdfEvent[]> {
  const events: PdfEvent[] = [];
  await readPdf(
    new Uint8Array(file),
    'https://example.org/papers/tides.pdf',
    table,
    (event) => void events.push(event),
  );
  return events;
}

async function read(
  pages: readonly (readonly Placed[])[],
  options: PdfOptions = {},
): Promise<PdfEvent & { type: 'done' }> {
  const last = (await eventsOf(pdfOf(pages, options))).at(-1);
  if (last?.type !== 'done') throw new Error(`It ended in ${JSON.stringify(last)}.`);
  expect(parsePdfEvent(createReadingMessage(last))).toEqual(last); // it fits the message it goes by
  return last;
}

const fault = async (file: Buffer): Promise<unknown> => (await eventsOf(file)).at(-1);

describe('a file with text', () => {
  it('becomes pages with their numbers, and tells how far it is', async () => {
    const file = pdfOf([prose(['The tide comes in', 'twice a day.']), prose(['It goes out as often.'])]);
    const events = await eventsOf(file);
    expect(events.slice(0, 2)).toEqual([
      { type: 'progress', page: 1, pages: 2 },
      { type: 'progress', page: 2, pages: 2 },
    ]);
    expect(events[2]).toMatchObject({
      type: 'done',
      title: 'tides',
      markdown: '## Page 1\n\nThe tide comes in twice a day.\n\n## Page 2\n\nIt goes out as often.',
    });
  });

  it('brings its title, author, day and language', async () => {
    const info = { Title: 'On tides', Author: 'Ida Moor', CreationDate: "D:20240229101500+01'00'" };
    expect(await read([prose(['Text.'])], { info, language: 'en_gb' })).toMatchObject({
      title: 'On tides',
      byline: 'Ida Moor',
      published: '2024-02-29',
      language: 'en-GB',
    });
  });

  it('is read upright when its pages lie on their side', async () => {
    const { markdown } = await read([prose(['The tide comes in', 'twice a day.'])], { rotate: 90 });
    expect(markdown).toContain('The tide comes in');
    expect(markdown).toContain('twice a day.');
  });

  it('is read in Chinese, with a table of its own and with one of Adobe’s', async () => {
    for (const font of ['mapped', 'named'] as const) {
      const { markdown, language } = await read([
        [
          { x: 72, y: 700, text: '潮汐每天涨落两次，海岸因此不断变化', font },
          { x: 72, y: 684, text: '人们很早就知道这与月亮有关。', font },
        ],
      ]);
      expect(markdown).toBe('## Page 1\n\n潮汐每天涨落两次，海岸因此不断变化人们很早就知道这与月亮有关。');
      expect(language).toBe('zh');
    }
  });
});

describe('a file without', () => {
  it('says that it is locked', async () => {
    expect(await fault(pdfOf([prose(['Secret.'])], { locked: true }))).toMatchObject({
      type: 'fault',
      fault: 'locked',
    });
  });

  it('says that it has pictures alone', async () => {
    expect(await fault(pdfOf([scanned(), scanned()]))).toMatchObject({ type: 'fault', fault: 'scan' });
  });

  it('says that it is damaged', async () => {
    expect(await fault(Buffer.from('%PDF-1.4\nnothing of the kind'))).toMatchObject({ type: 'fault', fault: 'broken' });
  });
});

it('a table of contents that lies does not keep the text from being read', async () => {
  const file = pdfOf([prose(['The tide comes in.'])])
    .toString('latin1')
    .replace(/\d{10} 00000 n/g, '0000000007 00000 n');
  expect((await eventsOf(Buffer.from(file, 'latin1'))).at(-1)).toMatchObject({
    type: 'done',
    markdown: '## Page 1\n\nThe tide comes in.',
  });
});

it('names pages that have no text of their own', async () => {
  const { markdown } = await read([prose(['One.']), scanned(), prose(['Three.'])]);
  expect(markdown).toContain('## Page 3\n\nThree.');
  expect(markdown).not.toContain('## Page 2');
  expect(markdown).toContain('*Page 2: has no text of its own; text in pictures is not read.*');
});

it('never asks for a table that is not one', async () => {
  const asked: string[] = [];
  const file = pdfOf([[{ x: 72, y: 700, text: '潮汐', font: 'named' }]]).toString('latin1');
  await eventsOf(Buffer.from(file.replace('/UniGB-UCS2-H', '/../../../a'), 'latin1'), (name) => {
    asked.push(name);
    return fromPackage(name);
  });
  for (const name of asked) expect(name).toMatch(/^[\w-]+\.bcmap$/);
});
