/// <reference types="@crxjs/vite-plugin/client" />

declare const __PRODUCT__: string;

/** The parsing half of pdf.js, shipped without types. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: unknown;
}
