/** Types of internal tesseract.js modules; the package types only its public API. */

declare module 'tesseract.js/src/worker-script/index.js' {
  export interface Packet {
    readonly workerId: string;
    readonly jobId: string;
    readonly action: 'load' | 'loadLanguage' | 'initialize' | 'recognize';
    readonly payload: object;
  }
  export interface Answer {
    readonly status: 'resolve' | 'reject' | 'progress';
    readonly data: unknown;
  }
  export function dispatchHandlers(packet: Packet, send: (answer: Answer) => void): void;
  export function setAdapter(adapter: { readonly getCore: () => Promise<(options: object) => Promise<object>> }): void;
}

declare module 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js' {
  export default function TesseractCore(options: {
    readonly instantiateWasm: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) => object;
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
  }): Promise<object>;
}
