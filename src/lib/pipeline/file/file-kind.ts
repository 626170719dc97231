/** The kind of a file that the user gave, by its first bytes and its name. */
import { HEAD_BYTES } from '../web/body.ts';

export const MAX_FILE_BYTES = 50 * 1024 * 1024;

export type FileKind = 'pdf' | 'docx' | 'html' | 'csv' | 'text';
/** `office`: of an office program in a form that is not read: encrypted, or older than .docx. */
export type FileProblem = 'empty' | 'too-large' | 'office' | 'type';

const EXTENSIONS: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  docx: 'docx',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
  md: 'text',
  markdown: 'text',
  txt: 'text',
  text: 'text',
};

interface FileHead {
  readonly name: string;
  readonly size: number;
  /** The first bytes: at least {@link HEAD_BYTES}, if there are as many. */
  readonly head: Uint8Array;
}

type FoundKind = { readonly ok: true; readonly kind: FileKind } | { readonly ok: false; readonly problem: FileProblem };

/** The bytes decide where they can; of texts, the name does. */
export function detectFileKind({ name, size, head }: FileHead): FoundKind {
  if (size === 0) return { ok: false, problem: 'empty' };
  if (size > MAX_FILE_BYTES) return { ok: false, problem: 'too-large' };
  const start = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  const named = findNamedKind(name);
  if (start.includes('%PDF-')) return { ok: true, kind: 'pdf' };
  if (start.startsWith(ZIP)) return named === 'docx' ? { ok: true, kind: 'docx' } : { ok: false, problem: 'type' };
  if (start.startsWith(OLE)) return { ok: false, problem: 'office' };
  if (start.includes('\0') && !/^(?:\xff\xfe|\xfe\xff)/.test(start)) return { ok: false, problem: 'type' };
  return named === undefined ? { ok: false, problem: 'type' } : { ok: true, kind: named };
}

const ZIP = 'PK\x03\x04';
/** The container of Word's files before .docx, and of encrypted ones. */
const OLE = '\xd0\xcf\x11\xe0';

function findNamedKind(name: string): FileKind | undefined {
  const extension = /\.([a-z]{2,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}
