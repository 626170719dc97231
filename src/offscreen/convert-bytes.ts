/** What a thread makes of a file: nothing that is left to do with it takes long at a stretch, however large it is. */
import { balanceMarkup, MAX_LENGTH, type BalancedMarkup } from '../lib/pipeline/page/fetched/balance-markup.ts';
import { type Content, MAX_MARKDOWN } from '../lib/pipeline/page/read/truncate-markdown.ts';
import type { FileKind } from '../lib/pipeline/file/file-kind.ts';
import { decodeBody } from '../lib/pipeline/web/body.ts';
import { analyse } from 'chardet';
import Papa from 'papaparse';
import { collapseWhitespace } from '../lib/base/one-line.ts';
import { escapeInlineText } from '../lib/pipeline/text/escape-markdown.ts';
import { unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';

export interface FileToConvert {
  readonly kind: Exclude<FileKind, 'pdf'>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type Converted =
  | DocxFault
  | ({ readonly type: 'markup' } & BalancedMarkup)
  | ({ readonly type: 'markdown' } & Content)
  /** The text as it is written, but for what is beyond what is read. */
  | { readonly type: 'text'; readonly text: string };

export async function convertBytes({ kind, bytes }: FileToConvert): Promise<Converted> {
  if (kind === 'docx') {
    const read = await readDocx(bytes);
    return read.type === 'fault' ? read : { type: 'markup', ...balanceMarkup(read.markup) };
  }
  const text = decodeBody(bytes, null, guessCharsets);
  if (kind === 'csv') return { type: 'markdown', ...readCsv(text) };
  return kind === 'html'
    ? { type: 'markup', ...balanceMarkup(text) }
    : { type: 'text', text: text.trim().slice(0, MAX_LENGTH) };
}

/** The letters of that much text are counted, from the first that is not ASCII. */
const SAMPLE_BYTES = 64 * 1024;
/** Percent. What is below is chance, in a text with few letters beyond ASCII. */
const MIN_CONFIDENCE = 20;

function guessCharsets(bytes: Uint8Array): readonly string[] {
  const start = bytes.findIndex((byte) => byte > 0x7f);
  return analyse(bytes.subarray(start, start + SAMPLE_BYTES))
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .map(({ name }) => name);
}

const MAX_COLUMNS = 500;

/** A Markdown table, whose head is the first row; '' if no row has text. The separator is the one that the rows agree on. A title above the table has fewer cells than its rows. */
function readCsv(text: string): Content {
  const rows: (readonly string[])[] = [];
  let [columns, length, cut] = [1, 0, false];
  Papa.parse<readonly string[]>(text, {
    skipEmptyLines: 'greedy',
    step({ data }, parser) {
      const cells = data.slice(0, MAX_COLUMNS).map(formatCell);
      cut ||= data.slice(MAX_COLUMNS).some((cell) => cell.trim() !== '');
      columns = Math.max(columns, cells.length);
      length += cells.reduce((sum, cell) => sum + cell.length + 3, 2);
      if (length > MAX_MARKDOWN) {
        cut = true;
        parser.abort();
      } else rows.push(cells);
    },
  });
  return { markdown: formatTable(rows, columns), cut };
}

const formatCell = (cell: string): string => escapeInlineText(collapseWhitespace(cell)).replaceAll('|', '\\|');

function formatTable([head, ...rows]: readonly (readonly string[])[], columns: number): string {
  if (head === undefined) return '';
  const formatRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const first = formatRow(Array.from({ length: columns }, (_, i) => head[i] ?? ''));
  return [first, `|${' --- |'.repeat(columns)}`, ...rows.map(formatRow)].join('\n');
}

/** Sum over all texts. Unpacked, a part has at most the size that the file states: an archive may understate it. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 1000;
/** The library builds several trees of them. */
const MAX_ELEMENTS = 1_000_000;
/** The library writes a note out at each reference to it. */
const MAX_REPEATED_NOTES = 100;

interface DocxFault {
  readonly type: 'fault';
  readonly fault: 'broken' | 'large';
}

type DocxReading = { readonly type: 'markup'; readonly markup: string } | DocxFault;

/** As markup, with mammoth. Only its texts are unpacked, and no more of them than is read. Never rejects. */
async function readDocx(bytes: Uint8Array): Promise<DocxReading> {
  try {
    let [total, parts] = [0, 0];
    const texts = unzipSync(bytes, {
      filter({ name, originalSize, size }) {
        if (!/\.(?:xml|rels)$/.test(name) || /^word\/(?:theme|glossary)\//.test(name)) return false;
        total += Math.max(originalSize, size);
        parts += 1;
        if (total > MAX_UNPACKED_BYTES || parts > MAX_PARTS) throw new TooLargeError();
        return true;
      },
    });
    if (countElements(Object.values(texts)) > MAX_ELEMENTS || repeatsNotes(texts)) throw new TooLargeError();
    const { buffer } = zipSync(texts, { level: 0 });
    const { value } = await mammoth.convertToHtml(toInput(buffer), {
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    });
    return { type: 'markup', markup: value };
  } catch (thrown) {
    return { type: 'fault', fault: thrown instanceof TooLargeError ? 'large' : 'broken' };
  }
}

class TooLargeError extends Error {}

function countElements(texts: readonly Uint8Array[]): number {
  let count = 0;
  for (const text of texts) for (let at = text.indexOf(LESS); at >= 0; at = text.indexOf(LESS, at + 1)) count += 1;
  return count;
}

const LESS = 0x3c;

function repeatsNotes(texts: Readonly<Record<string, Uint8Array>>): boolean {
  const body = new TextDecoder().decode(texts['word/document.xml']);
  const notes = [...body.matchAll(/noteReference\b[^>]{0,500}?\bid\s*=\s*["']([^"']{0,20})/g)].map(([, id]) => id);
  return notes.length - new Set(notes).size > MAX_REPEATED_NOTES;
}

/** The library takes one field in browsers and the other elsewhere. */
const toInput = (buffer: ArrayBuffer) => ({ arrayBuffer: buffer, buffer }) as unknown as { arrayBuffer: ArrayBuffer };
