/** One script of the benchmarks, with all it imports, as text for a browser. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export async function bundle(entry: URL, format: 'iife' | 'es' = 'iife'): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic', development: false } }, // whatever NODE_ENV the benchmarks run under
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      minify: true,
      target: 'chrome120',
      lib: { entry: fileURLToPath(entry), formats: [format], name: 'bench' },
    },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error(`Vite built no script of ${entry.pathname}.`);
  return chunk.code;
}
