/**
 * Injected into a tab that shows a PDF: lays `__klPdf` into the isolated world, by which the worker has the file fetched
 * and handed over. Rule: nothing is held once it has been handed over or given up.
 */
import { holders, type Holders } from '../lib/pipeline/pdf/held.ts';

declare global {
  var __klPdf: Holders | undefined;
}

const get: typeof fetch = (address, options) => fetch(address, options);
globalThis.__klPdf = holders(location.href, get, globalThis.__klPdf?.all);
