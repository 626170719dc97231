/** The PDF file behind a tab: from the tab, or from disk, which a tab may not fetch from. */
import { isolateLine } from '../../lib/base/one-line.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import { createFileHolder, type FetchOutcome, type FetchFailure } from '../../lib/pipeline/pdf/file-holder.ts';
import { callInPage, FILE_ACCESS_ERROR } from '../page/page-scripts.ts';
import type { PdfFault } from '../../lib/protocol/offscreen/pdf.ts';

export interface PdfSource {
  fetch(): Promise<FetchOutcome>;
  /** The piece that begins at that byte, in Base64. */
  readPiece(at: number): Promise<string>;
  release(): void;
}

export type CreatePdfSource = (tabId: number, url: string) => PdfSource;

export function createPdfSourceFactory(script: string): CreatePdfSource {
  return (tabId, url) => (url.startsWith('file:') ? createDiskSource(url) : createTabSource(tabId, script));
}

function createTabSource(tabId: number, script: string): PdfSource {
  const target = { tabId };
  const id = crypto.randomUUID();
  return {
    async fetch() {
      return parseFetched(await callInPage({ target, script }, (own) => globalThis.__klPdf?.fetch(own), id));
    },
    async readPiece(at) {
      const piece = await callInPage({ target }, (own, from) => globalThis.__klPdf?.readPiece(own, from), id, at);
      if (typeof piece !== 'string') throw new UserFacingError(PDF_GONE_ERROR);
      return piece;
    },
    release() {
      callInPage({ target }, (own) => globalThis.__klPdf?.drop(own), id).catch(() => undefined); // a closed tab holds nothing
    },
  };
}

/** Data from a renderer is not trusted. */
function parseFetched(value: unknown): FetchOutcome {
  const result = value as { ok?: unknown; size?: unknown; why?: unknown; message?: unknown } | null | undefined;
  if (result?.ok === true && Number.isSafeInteger(result.size)) return { ok: true, size: Number(result.size) };
  if (result?.ok !== false) throw new UserFacingError(PDF_GONE_ERROR);
  const why = (['not-pdf', 'too-large', 'timeout'] as const).find((candidate) => candidate === result.why) ?? 'failed';
  return { ok: false, why, message: typeof result.message === 'string' ? result.message : '' };
}

function createDiskSource(url: string): PdfSource {
  const heldFile = createFileHolder(url, (address, options) => fetch(address, options));
  return {
    async fetch() {
      if (!(await chrome.permissions.contains({ origins: ['file:///*'] })))
        throw new UserFacingError(FILE_ACCESS_ERROR);
      return heldFile.fetch();
    },
    readPiece: (at) => Promise.resolve(heldFile.readPiece(at) ?? ''),
    release: () => heldFile.drop(),
  };
}

export const PDF_TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'Reading the PDF took too long.',
  hint: 'Try again. If it is very large, open a part of it, such as one chapter.',
};

const PDF_GONE_ERROR: UserError = {
  code: 'page.gone',
  message: 'The tab was closed or moved on before its PDF could be read.',
  hint: 'Open the PDF again and ask again.',
};

export function createPdfFetchError(why: FetchFailure, message: string): UserError {
  const errors: Readonly<Record<FetchFailure, UserError>> = {
    'not-pdf': {
      code: 'page.pdf-gone',
      message: 'The server no longer sends the PDF that this tab shows.',
      hint: 'Reload the tab. If you have to sign in first, do so and try again.',
    },
    'too-large': {
      code: 'page.too-large',
      message: 'This PDF is larger than 50 MB, more than KnowledgeLens reads at once.',
      hint: 'Open a part of it, such as one chapter, and ask about that.',
    },
    timeout: PDF_TIMEOUT_ERROR,
    failed: {
      code: 'page.pdf-gone',
      message: `The PDF couldn’t be fetched${message === '' ? '' : `: ${isolateLine(message)}`}.`,
      hint: 'Reload the tab and try again.',
    },
  };
  return errors[why];
}

export function createPdfReadError(fault: PdfFault, message: string): UserError {
  const errors: Readonly<Record<PdfFault, UserError>> = {
    locked: {
      code: 'page.pdf-locked',
      message: 'This PDF is protected by a password, which KnowledgeLens doesn’t ask for.',
      hint: 'Save a copy without the password (print it to a PDF, for instance) and open that.',
    },
    broken: {
      code: 'page.pdf-broken',
      message: 'This PDF is damaged or wasn’t loaded to its end.',
      hint: 'Reload the tab, or download the file again and open that.',
    },
    scan: {
      code: 'page.pdf-scan',
      message: 'This PDF holds only pictures, such as scanned pages.',
      hint: 'Use “Capture area of this page” to read their text, or open a copy whose text was recognised (OCR).',
    },
    failed: {
      code: 'page.unreadable',
      message: `The PDF couldn’t be read: ${message}`,
      hint: 'Reload the tab and try again.',
    },
  };
  return errors[fault];
}
