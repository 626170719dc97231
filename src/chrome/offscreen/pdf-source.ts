/** The PDF file behind a tab: from the tab, or from disk, which a tab may not fetch from. */
import { UserFacingError } from '../../lib/base/errors.ts';
import { createFileHolder, type FetchOutcome } from '../../lib/pipeline/pdf/held.ts';
import { runPackagedScript } from '../page/packaged.ts';
import { FILE_ACCESS_ERROR, PDF_GONE_ERROR } from './pdf-errors.ts';

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
      await runPackagedScript(target, script);
      const [injected] = await chrome.scripting.executeScript({
        target,
        func: (own: string) => globalThis.__klPdf?.fetch(own),
        args: [id],
      });
      return parseFetched(injected?.result);
    },
    async readPiece(at) {
      const [injected] = await chrome.scripting.executeScript({
        target,
        func: (own: string, from: number) => globalThis.__klPdf?.readPiece(own, from),
        args: [id, at],
      });
      if (typeof injected?.result !== 'string') throw new UserFacingError(PDF_GONE_ERROR);
      return injected.result;
    },
    release() {
      const func = (own: string): void => globalThis.__klPdf?.drop(own);
      chrome.scripting.executeScript({ target, func, args: [id] }).catch(() => undefined); // a closed tab holds nothing
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
