/** Two OCR engines that read a picture at once, the second in a thread of its own. */
import { recogniseInHalves } from '../lib/pipeline/ocr/halves.ts';
import type { EnginePicture, RawWord } from '../lib/pipeline/ocr/types.ts';
import type { Engine, LanguageData } from './ocr-engine.ts';

export interface SecondCall {
  readonly wasm: WebAssembly.Module;
  /** Null for those of the call before. */
  readonly languages: readonly LanguageData[] | null;
  readonly picture: EnginePicture;
}

/** Resolves with null where it failed. */
type CallSecond = (call: SecondCall) => Promise<readonly RawWord[] | null>;

/** `first`, whose half is read by the second one, which starts with the first picture that has two. */
export function pairEngines(first: Engine, wasm: WebAssembly.Module, callSecond: CallSecond): Engine {
  let languages: readonly LanguageData[] = [];
  let areSent = false;
  return {
    async loadLanguages(changed) {
      await first.loadLanguages(changed);
      languages = changed;
      areSent = false;
    },
    createRecogniser(onShare, isLarge = false) {
      const readFirst = first.createRecogniser(onShare);
      if (isLarge) return readFirst;
      return recogniseInHalves(readFirst, async (picture) => {
        const words = await callSecond({ wasm, languages: areSent ? null : languages, picture });
        areSent = words !== null; // one that failed may have none
        return words;
      });
    },
  };
}

export const createSecondCaller =
  (thread: Worker): CallSecond =>
  (call) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const end = (words: readonly RawWord[] | null): void => {
        port1.close();
        resolve(words);
      };
      port1.onmessage = ({ data }: MessageEvent<readonly RawWord[] | null>) => end(data);
      thread.onerror = () => end(null);
      thread.postMessage(call, [port2]);
    });
