/** Defines `__klPdf` in the isolated world; the file is freed once handed over or dropped. */
import { createFileHolders, type FileHolders } from '../lib/pipeline/pdf/file-holder.ts';

declare global {
  var __klPdf: FileHolders | undefined;
}

const fetchFile: typeof fetch = (address, options) => fetch(address, options);
globalThis.__klPdf = createFileHolders(location.href, fetchFile, globalThis.__klPdf?.all);
