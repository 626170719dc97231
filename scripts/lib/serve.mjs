/** Serves the files of one folder to this machine alone. The rule: nothing outside the folder, nothing hidden. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.xhtml': 'application/xhtml+xml',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
};

/** The file a request means, or null. */
export function fileFor(folder, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return null;
  }
  const inside = normalize(path).split(/[\\/]/).filter(Boolean);
  if (path.includes('\0') || inside.some((part) => part.startsWith('.'))) return null;
  const file = join(folder, inside.join(sep));
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : null;
}

/** Starts the server on a free port of 127.0.0.1. */
export function serveFolder(folder) {
  const server = createServer((request, response) => {
    const file = fileFor(folder, request.url ?? '/');
    if (file === null || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(file === null ? 404 : 405, { 'content-type': 'text/plain' }).end('Not here.');
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
      'cache-control': 'no-store',
    });
    if (request.method === 'HEAD') response.end();
    else
      createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () =>
      resolve({
        origin: `http://127.0.0.1:${server.address().port}`,
        close: () => {
          server.closeAllConnections();
          return new Promise((done) => server.close(done));
        },
      }),
    );
  });
}
