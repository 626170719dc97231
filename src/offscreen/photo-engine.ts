/** Runs PP-OCR in the current thread. All data is passed in; it loads nothing itself. */
import * as runtime from 'onnxruntime-web/wasm';
import type { OrtInferenceSession } from 'paddleocr';
import { listAlphabet } from '../lib/pipeline/ocr/photo/models.ts';
import { createPhotoReader, type ReadPhoto } from '../lib/pipeline/ocr/photo/photo-reader.ts';

type Feeds = Parameters<runtime.InferenceSession['run']>[0];

interface PhotoFiles {
  readonly wasm: Uint8Array<ArrayBuffer>;
  readonly detection: Uint8Array<ArrayBuffer>;
  readonly recognition: Uint8Array<ArrayBuffer>;
  readonly dictionary: string;
}

/** `onShare`: 0 to 1. */
export type CreatePhotoReader = (languages: readonly string[], onShare?: (share: number) => void) => ReadPhoto;

/** Once per thread. Rejects if there is no memory for it. */
export async function startPhotoEngine({
  wasm,
  detection,
  recognition,
  dictionary,
}: PhotoFiles): Promise<CreatePhotoReader> {
  Object.assign(runtime.env.wasm, { numThreads: 1, wasmBinary: wasm });
  const create = async (model: ArrayBuffer): Promise<OrtInferenceSession> => {
    const session = await runtime.InferenceSession.create(model);
    return {
      inputNames: session.inputNames,
      outputNames: session.outputNames,
      run: (feeds) => session.run(feeds as Feeds),
    };
  };
  const networks = {
    runtime: { Tensor: runtime.Tensor, InferenceSession: { create } },
    detection: await create(detection.buffer),
    recognition: await create(recognition.buffer),
  };
  return (languages, onShare) => createPhotoReader(networks, listAlphabet(dictionary, languages), onShare);
}
