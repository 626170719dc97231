/** Runs tesseract.js in the current thread. All data is passed in; it loads nothing itself. */
import TesseractCore from 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js';
import { dispatchHandlers, setAdapter, type Packet } from 'tesseract.js/src/worker-script/index.js';
import { getErrorMessage } from '../lib/base/errors.ts';
import { chooseSettings, encodePgm, extractRawWords, type EngineBlock } from '../lib/pipeline/ocr/tesseract.ts';
import type { Recognise } from '../lib/pipeline/ocr/types.ts';
import type { OcrFault } from '../lib/protocol/offscreen/ocr.ts';

export interface LanguageData {
  readonly code: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

export interface Engine {
  /** Exactly these. Rejects with an `OcrError`. */
  loadLanguages(languages: readonly LanguageData[]): Promise<void>;
  /** Rejects with an `OcrError`. `onShare`: 0 to 1. `isLarge`: of a picture beside which there is memory for one engine. */
  createRecogniser(onShare: (share: number) => void, isLarge?: boolean): Recognise;
}

/** The data does not include the legacy engine. */
const LSTM_ONLY = 1;

/** Rejects with an `OcrError`. */
export const compileEngine = (wasm: Promise<Response>): Promise<WebAssembly.Module> =>
  WebAssembly.compileStreaming(wasm).catch((thrown: unknown) => {
    throw new OcrError('engine', getErrorMessage(thrown));
  });

/** Once per thread. Rejects with an `OcrError`. */
export async function startEngine(wasm: WebAssembly.Module): Promise<Engine> {
  const startFailure = new Promise<never>((_resolve, reject) => {
    const fail = (thrown: unknown): void => reject(new OcrError('engine', getErrorMessage(thrown)));
    const loadCore = (options: object): Promise<object> =>
      TesseractCore({
        ...options,
        print: () => undefined,
        printErr: () => undefined, // errors printed here are also returned
        instantiateWasm(imports, done) {
          WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm), fail);
          return {};
        },
      });
    setAdapter({ getCore: () => Promise.resolve(loadCore) });
  });
  await Promise.race([callEngine('load', { options: { lstmOnly: true, corePath: '', logging: false } }), startFailure]);
  return {
    async loadLanguages(languages) {
      const codes = languages.map(({ code }) => code).join('+');
      try {
        await callEngine('loadLanguage', {
          langs: languages,
          options: { cacheMethod: 'none', gzip: false, lstmOnly: true },
        });
        await callEngine('initialize', { langs: codes, oem: LSTM_ONLY, config: {} });
      } catch {
        throw new OcrError('language', codes);
      }
    },
    createRecogniser: (onShare) => async (picture) => {
      const payload = {
        image: encodePgm(picture),
        options: chooseSettings(picture),
        output: { text: false, blocks: true },
      };
      const page = await callEngine('recognize', payload, onShare);
      return extractRawWords((page as { readonly blocks: readonly EngineBlock[] | null }).blocks);
    },
  };
}

/** Mostly answered synchronously, since the engine runs in this thread. */
function callEngine(action: Packet['action'], payload: object, onShare?: (share: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    dispatchHandlers({ workerId: '', jobId: action, action, payload }, ({ status, data }) => {
      if (status === 'resolve') resolve(data);
      else if (status === 'reject') reject(new Error(String(data)));
      else onShare?.((data as { readonly progress: number }).progress);
    });
  });
}

export class OcrError extends Error {
  readonly fault: OcrFault;
  constructor(fault: OcrFault, message: string) {
    super(message);
    this.name = 'OcrError';
    this.fault = fault;
  }
}
