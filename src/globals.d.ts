/// <reference types="@crxjs/vite-plugin/client" />

/** The product's version, set by the build. */
declare const __PRODUCT__: string;

/** The half of pdf.js that parses, which it ships without types. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: unknown;
}
