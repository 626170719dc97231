/** One group of benchmarks in a process of its own: a fresh heap, and a failure that is its own. Started by bench.mjs. */
import { pathToFileURL } from 'node:url';
import { acceptTypeScript } from './typescript.mjs';

const [file, name] = process.argv.slice(2);
globalThis.__PRODUCT__ = 'bench'; // Vite's `define` in the product's own builds

let message;
try {
  acceptTypeScript();
  const module = await import(pathToFileURL(file).href);
  const figures = await module[name]();
  for (const { name, value, against } of figures)
    if (!Number.isFinite(value) || (against && !Number.isFinite(against.value)))
      throw new Error(`“${name}” gave no number (${value}, against ${against?.value}).`);
  message = { figures };
} catch (error) {
  message = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
process.send(message, () => process.exit(0));
