/**
 * tesseract.js in the thread it is called in. The one rule: everything it needs is handed to it, so that nothing of it looks
 * for a file, a cache or a server by itself.
 */
import TesseractCore from 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js';
import { dispatchHandlers, setAdapter, type Packet } from 'tesseract.js/src/worker-script/index.js';
import { messageOf } from '../lib/base/errors.ts';
import { ENGINE_SETTINGS, encoded, wordsOf, type EngineBlock, type Recognise } from '../lib/pipeline/ocr/index.ts';
import { OcrError } from './ocr-error.ts';

/** Data of a language, unpacked. */
export interface LanguageData {
  readonly code: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

export interface Engine {
  /** Makes it read these languages and no others. Rejects with an `OcrError`. */
  speak(languages: readonly LanguageData[]): Promise<void>;
  /** Rejects with an `OcrError`. `onShare`: how far it is with this picture, 0 … 1. */
  recognise(onShare: (share: number) => void): Recognise;
}

/** The network alone, without the engine before it, which its data does not feed. */
const LSTM_ONLY = 1;

/** Starts it, once in a thread. `wasm`: its machine code. Rejects with an `OcrError`. */
export async function startEngine(wasm: Response): Promise<Engine> {
  const failed = new Promise<never>((_resolve, reject) => {
    const fail = (thrown: unknown): void => reject(new OcrError('engine', messageOf(thrown)));
    const core = (options: object): Promise<object> =>
      TesseractCore({
        ...options,
        print: () => undefined,
        printErr: () => undefined, // what it says there it also answers
        instantiateWasm(imports, done) {
          WebAssembly.instantiateStreaming(wasm, imports).then((made) => done(made.instance, made.module), fail);
          return {};
        },
      });
    setAdapter({ getCore: () => Promise.resolve(core) });
  });
  await Promise.race([ask('load', { options: { lstmOnly: true, corePath: '', logging: false } }), failed]);
  return {
    async speak(languages) {
      const codes = languages.map(({ code }) => code).join('+');
      try {
        await ask('loadLanguage', { langs: languages, options: { cacheMethod: 'none', gzip: false, lstmOnly: true } });
        await ask('initialize', { langs: codes, oem: LSTM_ONLY, config: {} });
      } catch {
        throw new OcrError('language', codes);
      }
    },
    recognise: (onShare) => async (picture, segmentation) => {
      const payload = {
        image: encoded(picture),
        options: ENGINE_SETTINGS[segmentation],
        output: { text: false, blocks: true },
      };
      const page = await ask('recognize', payload, onShare);
      return wordsOf((page as { readonly blocks: readonly EngineBlock[] | null }).blocks);
    },
  };
}

/** One request to the engine and its answer. Most are answered before this returns: the engine works in this very thread. */
function ask(action: Packet['action'], payload: object, onShare?: (share: number) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    dispatchHandlers({ workerId: '', jobId: action, action, payload }, ({ status, data }) => {
      if (status === 'resolve') resolve(data);
      else if (status === 'reject') reject(new Error(String(data)));
      else onShare?.((data as { readonly progress: number }).progress);
    });
  });
}
