/** What a thread makes of a file: nothing that is left to do with it takes long at a stretch, however large it is. */
import { balanceMarkup, MAX_LENGTH, type BalancedMarkup } from '../lib/pipeline/page/fetched/balance-markup.ts';
import type { Content } from '../lib/pipeline/page/read/truncate-markdown.ts';
import type { FileKind } from '../lib/pipeline/file/file-kind.ts';
import { decodeBody } from '../lib/pipeline/web/body.ts';
import { readCsv } from './read-csv.ts';
import { readDocx, type DocxFault } from './read-docx.ts';

export interface FileToConvert {
  readonly kind: Exclude<FileKind, 'pdf'>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type Converted =
  | DocxFault
  | ({ readonly type: 'markup' } & BalancedMarkup)
  | ({ readonly type: 'markdown' } & Content)
  /** As it is written, but for what is beyond what is read. */
  | { readonly type: 'text'; readonly text: string };

export async function convertBytes({ kind, bytes }: FileToConvert): Promise<Converted> {
  if (kind === 'docx') {
    const read = await readDocx(bytes);
    return read.type === 'fault' ? read : { type: 'markup', ...balanceMarkup(read.markup) };
  }
  const text = decodeBody(bytes, null);
  if (kind === 'csv') return { type: 'markdown', ...readCsv(text) };
  return kind === 'html'
    ? { type: 'markup', ...balanceMarkup(text) }
    : { type: 'text', text: text.trim().slice(0, MAX_LENGTH) };
}
