/**
 * Injected into a tab that shows a PDF: defines `__klPdf` in the isolated world, through which the worker fetches the
 * file. The file is freed once it has been handed over or dropped.
 */
import { createFileHolders, type FileHolders } from '../lib/pipeline/pdf/held.ts';

declare global {
  var __klPdf: FileHolders | undefined;
}

const fetchFile: typeof fetch = (address, options) => fetch(address, options);
globalThis.__klPdf = createFileHolders(location.href, fetchFile, globalThis.__klPdf?.all);
