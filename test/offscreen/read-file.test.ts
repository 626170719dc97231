/** Files that the user gave, each kind by its own reader, without a browser. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { strToU8 } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LENGTH } from '../../src/lib/pipeline/page/fetched/balance-markup.ts';
import { detectFileKind, MAX_FILE_BYTES, type FileKind } from '../../src/lib/pipeline/file/file-kind.ts';
import { FILE_EXTENSIONS } from '../../src/sidepanel/files/file-types.ts';
import { createReadingMessage, parseFileEvent } from '../../src/lib/protocol/offscreen/convert-events.ts';
import type { FileEvent } from '../../src/lib/protocol/offscreen/file.ts';
import { convertBytes } from '../../src/offscreen/convert-bytes.ts';
import { readFileBytes } from '../../src/offscreen/file-service.ts';
import { readPdf } from '../../src/offscreen/read-pdf.ts';
import { docxOf, paragraph, table } from '../kit/pages/docx-files.ts';
import { pdfFile } from '../kit/pages/pdf-files.ts';

const tables = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps');

/** The readers that the threads run, in this one. */
const readers: Parameters<typeof readFileBytes>[2] = {
  startPdf: () => ({
    read: (bytes, url, onEvent) =>
      void readPdf(bytes, url, async (file) => new Uint8Array(await readFile(join(tables, file))), onEvent),
    terminate: () => undefined,
  }),
  convert: convertBytes,
};

async function read(kind: FileKind, content: string | Uint8Array): Promise<FileEvent> {
  const bytes = typeof content === 'string' ? strToU8(content) : content;
  const event = await readFileBytes(
    kind,
    new Uint8Array(bytes),
    readers,
    () => undefined,
    new AbortController().signal,
  );
  const { cut, ...rest } = { cut: false, ...event };
  expect(parseFileEvent(createReadingMessage(event))).toEqual(cut ? { ...rest, cut } : rest); // it fits the message it goes by
  return event;
}

async function markdownOf(kind: FileKind, content: string | Uint8Array): Promise<string> {
  const event = await read(kind, content);
  return event.type === 'done' ? event.markdown : `${event.type}: ${JSON.stringify(event)}`;
}

describe('a file', () => {
  it('of any kind is a text that can be checked, or a fault [R11.3]', async () => {
    const kinds = fc.constantFrom<FileKind>('docx', 'csv', 'html', 'text', 'pdf');
    const headed = fc
      .constantFrom('', '%PDF-1.7\n', 'PK\x03\x04', '<html><body>', 'a,b\n"')
      .map((head) => strToU8(head, true));
    await fc.assert(
      fc.asyncProperty(kinds, headed, fc.uint8Array({ maxLength: 400 }), async (kind, head, bytes) => {
        const event = await read(kind, new Uint8Array([...head, ...bytes]));
        expect(['done', 'fault']).toContain(event.type);
        if (event.type === 'done') expect(event.markdown.length).toBeLessThanOrEqual(2_000_200);
      }),
      { numRuns: 150 },
    );
  });

  it('that is a damaged copy of a Word file is a text or a fault', async () => {
    const whole = docxOf(
      paragraph('The berth costs four crowns.') +
        table([
          ['Boat', 'Crowns'],
          ['Yawl', '4'],
        ]),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, byte, end) => {
        const bytes = whole.slice(0, Math.max(end, at + 1));
        bytes[at] = byte;
        expect(['done', 'fault']).toContain((await read('docx', bytes)).type);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a Word file', () => {
  it('keeps its headings, paragraphs and tables, and leaves nothing out', async () => {
    const file = docxOf(
      paragraph('Fees', 'Heading1') +
        paragraph('A berth costs *four* crowns.') +
        table([
          ['Boat', 'Crowns'],
          ['Yawl', '4'],
        ]),
    );
    const markdown = await markdownOf('docx', file);
    expect(markdown).toContain('# Fees');
    expect(markdown).toContain('A berth costs \\*four\\* crowns.');
    expect(markdown).toMatch(/Boat[\s\S]*Crowns[\s\S]*Yawl[\s\S]*4/);
  });

  it('without words is told', async () => {
    expect(await read('docx', docxOf(paragraph('')))).toMatchObject({ type: 'fault', fault: 'empty' });
  });

  const HUGE = 70 * 1024 * 1024;

  it('is not unpacked beyond a bound', async () => {
    const huge = restate(docxOf(paragraph('Tea.'), { 'word/styles.xml': strToU8('<x/>') }), 'word/styles.xml', HUGE);
    expect(await read('docx', huge)).toMatchObject({ fault: 'large' });
    const many = Object.fromEntries(
      Array.from({ length: 1001 }, (_, i) => [`word/x${String(i)}.xml`, strToU8('<x/>')]),
    );
    expect(await read('docx', docxOf(paragraph('Tea.'), many))).toMatchObject({ fault: 'large' });
  });

  it('builds no trees of more elements, and repeats notes no more often, than a bound', async () => {
    expect(await read('docx', docxOf('<w:p/>'.repeat(1_000_000)))).toMatchObject({ fault: 'large' });
    const noted = (times: number): string => `<w:p>${'<w:r><w:footnoteReference w:id="1"/></w:r>'.repeat(times)}</w:p>`;
    expect(await read('docx', docxOf(paragraph('Tea.') + noted(102)))).toMatchObject({ fault: 'large' });
    expect(await read('docx', docxOf(paragraph('Tea.') + noted(2)))).not.toMatchObject({ fault: 'large' });
  });

  it('is unpacked no further than it says, where it says too little', async () => {
    const body = (): Uint8Array<ArrayBuffer> => docxOf(paragraph('Tea.'.repeat(100_000)));
    expect(await markdownOf('docx', body())).toContain('Tea.Tea.');
    // its end is not there
    expect(await read('docx', restate(body(), 'word/document.xml', 1000))).toMatchObject({ fault: 'broken' });
  });

  it('holds its pictures packed: they are not read', async () => {
    const file = docxOf(paragraph('Tea.'), { 'word/media/image1.png': strToU8('no picture') });
    expect(await markdownOf('docx', restate(file, 'word/media/image1.png', HUGE))).toBe('Tea.');
  });
});

/** Says of a part that it has that size, unpacked. */
function restate(file: Uint8Array<ArrayBuffer>, part: string, size: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(file.buffer);
  let entry = view.getUint32(file.length - 6, true); // the archive's directory
  while (new TextDecoder().decode(file.subarray(entry + 46, entry + 46 + part.length)) !== part) entry += 1;
  view.setUint32(entry + 24, size, true);
  return file;
}

describe('a table of values', () => {
  it.each([
    ['commas', 'Boat,Crowns\nYawl,4\n'],
    ['semicolons', 'Boat;Crowns\r\nYawl;4\r\n'],
    ['tabs', 'Boat\tCrowns\nYawl\t4'],
  ])('separated by %s is a table', async (_, text) => {
    expect(await markdownOf('csv', text)).toBe('| Boat | Crowns |\n| --- | --- |\n| Yawl | 4 |');
  });

  it('has any text in its cells, on one line and as text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1, maxLength: 5 }), async (rows) => {
        const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
        const body = rows.map((row) => row.map(quote).join(',')).join('\n');
        const lines = (await markdownOf('csv', `"Boat","Crowns"\n${body}`)).split('\n');
        for (const line of lines) expect(line.replaceAll(/\\./g, '').split('|')).toHaveLength(4);
      }),
    );
  });

  it('says that it is cut where it is longer than is read', async () => {
    const long = `Boat,Crowns\n${'A yawl of the harbour,4\n'.repeat(120_000)}`;
    expect(await read('csv', long)).toMatchObject({ type: 'done', cut: true });
  });
});

it('a text is as it is written, in its own encoding', async () => {
  expect(await markdownOf('text', '# Fees\n\nA berth costs **four** crowns.')).toBe(
    '# Fees\n\nA berth costs **four** crowns.',
  );
  expect(await markdownOf('text', new Uint8Array([...strToU8('Gr'), 0xfc, ...strToU8('n')]))).toBe('Grün');
});

it('of a huge page or text the thread leaves no more than what is read at once', async () => {
  const paragraph = '<div><p>A berth costs four crowns a night.</p></div>';
  const page = strToU8(paragraph.repeat((20 * 2 ** 20) / paragraph.length));
  const markup = await convertBytes({ kind: 'html', bytes: new Uint8Array(page) });
  expect(markup).toMatchObject({ type: 'markup', cut: true });
  expect(markup.type === 'markup' && markup.markup.length).toBeLessThan(MAX_LENGTH + 100);
  const text = await convertBytes({ kind: 'text', bytes: new Uint8Array(20 * 2 ** 20).fill(97) });
  expect(text.type === 'text' && text.text.length).toBe(MAX_LENGTH);
  expect(await read('text', 'tea '.repeat(4 * 2 ** 20))).toMatchObject({ type: 'done', cut: true });
});

const RUN = "document.title = 'ran'";

it('a page is read without what stands around it, and nothing of it runs', async () => {
  const body = '<p>A berth costs four crowns a night, and six when the herring comes in.</p>'.repeat(6);
  const markdown = await markdownOf(
    'html',
    `<nav><a href="/">Home</a></nav><main>${body}</main><script>${RUN}</script>`,
  );
  expect(markdown).toContain('four crowns');
  expect(document.title).toBe('');
  // it would in a page
  document.body.append(Object.assign(document.createElement('script'), { textContent: RUN }));
  expect(document.title).toBe('ran');
});

it.each([
  ['locked', 'locked'],
  ['scan', 'scan'],
  ['broken', 'broken'],
] as const)('a PDF that is %s says so', async (name, fault) => {
  expect(await read('pdf', new Uint8Array(pdfFile(name) ?? []))).toMatchObject({ type: 'fault', fault });
});

describe('the kind of a file', () => {
  const kindOf = (name: string, content: string, size = content.length) =>
    detectFileKind({ name, size, head: strToU8(content, true) });

  it.each([
    ['report', '%PDF-1.7', 'pdf'],
    ['report.docx', 'PK\x03\x04', 'docx'],
    ['PAGE.HTM', '<p>', 'html'],
    ['a.b.csv', 'x', 'csv'],
    ['notes.md', 'x', 'text'],
  ])('%s is told by its bytes, then by its name', (name, content, kind) => {
    expect(kindOf(name, content)).toEqual({ ok: true, kind });
  });

  it.each([
    ['empty.txt', '', 'empty'],
    ['archive.zip', 'PK\x03\x04', 'type'],
    ['locked.docx', '\xd0\xcf\x11\xe0', 'office'],
    ['program.txt', 'MZ\0', 'type'],
    ['constructor', 'x', 'type'],
    ['x.constructor', 'x', 'type'],
  ])('%s is refused', (name, content, problem) => {
    expect(kindOf(name, content)).toEqual({ ok: false, problem });
  });

  it.each(FILE_EXTENSIONS)('that the picker offers as %s is one that is read', (extension) => {
    expect(kindOf(`tea${extension}`, 'x').ok).toBe(true);
  });

  it('is told of any name and bytes, within the bound of the size', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('', ...FILE_EXTENSIONS),
        fc.uint8Array(),
        fc.nat(2 * MAX_FILE_BYTES),
        (stem, ext, head, size) => {
          const found = detectFileKind({ name: stem + ext, size, head });
          expect(found.ok).toBe(found.ok && size > 0 && size <= MAX_FILE_BYTES);
        },
      ),
    );
  });
});

describe('a text of unknown encoding', () => {
  const TEXTS: readonly (readonly [charset: string, text: string])[] = [
    ['windows-1251', 'Цена стоянки — пятнадцать крон, а прилив приходит дважды в день.'],
    ['koi8-r', 'Цена стоянки пятнадцать крон, а прилив приходит дважды в день.'],
    ['windows-1250', 'Żółta łódź płynie po jeziorze, a rybak łowi ryby w południe.'],
    ['iso-8859-7', 'Η παλίρροια έρχεται δύο φορές την ημέρα στο λιμάνι.'],
    ['windows-1256', 'يأتي المد مرتين في اليوم إلى الميناء الصغير'],
    ['shift_jis', '今日は潮の満ち引きが漁師の生活にどのような影響を与えるかについて話します。'],
    ['euc-jp', '今日は潮の満ち引きが漁師の生活にどのような影響を与えるかについて話します。'],
    ['gb18030', '今天我们来谈谈潮汐如何影响北方海域渔民的生活。'],
    ['big5', '今天我們來談談潮汐如何影響北方海域漁民的生活。'],
    ['euc-kr', '오늘은 조석이 북쪽 바다 어부들의 삶에 어떤 영향을 미치는지 이야기합니다.'],
    ['iso-8859-1', 'Die Größe der Straße in München: über fünf Meter.'],
  ];

  it.each(TEXTS)('in %s is read as it was written', async (charset, text) => {
    const lines = `${text}\n\n${text}`;
    expect(await markdownOf('text', encode(charset, lines))).toBe(lines);
  });

  it('of UTF-8 with a broken byte loses that byte alone', async () => {
    const text = 'Über die Brücke führt ein Weg, größer als früher. '.repeat(3).trim();
    expect(await markdownOf('text', new Uint8Array([...strToU8(text), 0xff]))).toBe(`${text}\ufffd`);
  });

  it('of UTF-8 is never taken for another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (text) => {
        const written = `x${text}x`;
        expect(await markdownOf('text', written)).toBe(written);
      }),
    );
  });
});

/** Inverts the decoder, which is all that the platform has. Throws on a letter of more than two bytes. */
function encode(charset: string, text: string): Uint8Array {
  const codes = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(charset);
  const keep = (bytes: readonly number[]): void => {
    const letter = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(letter).length === 1 && letter !== '\ufffd' && !codes.has(letter)) codes.set(letter, bytes);
  };
  for (let byte = 0; byte < 256; byte++) keep([byte]);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) keep([lead, trail]);
  return Uint8Array.from(
    Array.from(text).flatMap((letter) => {
      const bytes = codes.get(letter);
      if (bytes === undefined) throw new Error(`${charset} has no ${letter}.`);
      return bytes;
    }),
  );
}
