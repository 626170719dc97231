/** Bundles a module of the product, through an entry of test/kit, into a script that a test evaluates in a page. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The script of an entry that stands in test/kit. */
export async function pageScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL(entry, import.meta.url)), formats: ['iife'], name: 'entry' },
    },
  });
  const [output] = Array.isArray(built) ? built : [];
  const code = output?.output[0].code;
  if (code === undefined) throw new Error('The bundler gave no script.');
  return code;
}
