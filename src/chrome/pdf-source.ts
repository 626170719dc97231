/** Where the file behind a tab comes from: out of the tab itself, or from disk, which no tab may fetch from. */
import { TroubleError } from '../lib/base/errors.ts';
import { holder, type Fetched } from '../lib/pipeline/pdf/held.ts';
import { runPackaged } from './packaged.ts';
import { FILE_ACCESS, GONE } from './pdf-troubles.ts';

export interface PdfSource {
  fetch(): Promise<Fetched>;
  /** The piece that begins there, in Base64. */
  piece(at: number): Promise<string>;
  /** Stops what is under way and forgets what is held. */
  drop(): void;
}

export type SourceOf = (tabId: number, url: string) => PdfSource;

/** `script`: the packaged script that defines `__klPdf` where it is injected. */
export function chromeSource(script: string): SourceOf {
  return (tabId, url) => (url.startsWith('file:') ? fromDisk(url) : fromTab(tabId, script));
}

function fromTab(tabId: number, script: string): PdfSource {
  const target = { tabId };
  const id = crypto.randomUUID();
  return {
    async fetch() {
      await runPackaged(target, script);
      const [injected] = await chrome.scripting.executeScript({
        target,
        func: (own: string) => globalThis.__klPdf?.fetch(own),
        args: [id],
      });
      return checked(injected?.result);
    },
    async piece(at) {
      const [injected] = await chrome.scripting.executeScript({
        target,
        func: (own: string, from: number) => globalThis.__klPdf?.piece(own, from),
        args: [id, at],
      });
      if (typeof injected?.result !== 'string') throw new TroubleError(GONE);
      return injected.result;
    },
    drop() {
      const func = (own: string): void => globalThis.__klPdf?.drop(own);
      chrome.scripting.executeScript({ target, func, args: [id] }).catch(() => undefined); // a tab that has gone holds nothing
    },
  };
}

/** What comes out of a renderer is checked before it is believed. */
function checked(value: unknown): Fetched {
  const said = value as { ok?: unknown; size?: unknown; why?: unknown; message?: unknown } | null | undefined;
  if (said?.ok === true && Number.isSafeInteger(said.size)) return { ok: true, size: Number(said.size) };
  if (said?.ok !== false) throw new TroubleError(GONE);
  const why = (['not-pdf', 'too-large', 'timeout'] as const).find((known) => known === said.why) ?? 'failed';
  return { ok: false, why, message: typeof said.message === 'string' ? said.message : '' };
}

function fromDisk(url: string): PdfSource {
  const held = holder(url, (address, options) => fetch(address, options));
  return {
    async fetch() {
      if (!(await chrome.permissions.contains({ origins: ['file:///*'] }))) throw new TroubleError(FILE_ACCESS);
      return held.fetch();
    },
    piece: (at) => Promise.resolve(held.piece(at) ?? ''),
    drop: () => held.drop(),
  };
}
