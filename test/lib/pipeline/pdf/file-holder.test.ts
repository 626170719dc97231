import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64, decodeBase64 } from '../../../../src/lib/base/base64.ts';
import {
  createFileHolder,
  createFileHolders,
  MAX_PDF_BYTES,
  PIECE_BYTES,
} from '../../../../src/lib/pipeline/pdf/file-holder.ts';

const PDF = new TextEncoder().encode('%PDF-1.7\n');
const answering =
  (make: () => Response): typeof fetch =>
  () =>
    Promise.resolve(make());
const file = (size: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i += 1) bytes[i] = i % 251;
  bytes.set(PDF);
  return bytes;
};

describe('a file that is fetched', () => {
  it.each([9, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES + 5])(
    'of %d bytes leaves in pieces that make it whole',
    async (size) => {
      const bytes = file(size);
      const held = createFileHolder(
        'https://example.org/a.pdf',
        answering(() => new Response(bytes)),
      );
      expect(await held.fetch()).toEqual({ ok: true, size });
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < size; at += PIECE_BYTES) pieces.push(decodeBase64(held.readPiece(at) ?? ''));
      expect(Buffer.concat(pieces).equals(Buffer.from(bytes))).toBe(true);
      held.drop();
      expect(held.readPiece(0)).toBeNull();
    },
  );

  it('comes with the session of the person, out of the cache where it can', async () => {
    const asked: unknown[] = [];
    const get: typeof fetch = (address, options) => {
      asked.push(address, options?.credentials, options?.cache);
      return Promise.resolve(new Response(PDF));
    };
    await createFileHolder('https://example.org/a.pdf', get).fetch();
    expect(asked).toEqual(['https://example.org/a.pdf', 'include', 'force-cache']);
  });

  it.each([
    ['not-pdf', () => new Response('<title>Sign in</title>')],
    ['failed', () => new Response('Gone.', { status: 410 })],
    ['too-large', () => new Response(PDF, { headers: { 'content-length': String(MAX_PDF_BYTES + 1) } })],
  ])('is refused: %s', async (why, make) => {
    expect(await createFileHolder('', answering(make)).fetch()).toMatchObject({ ok: false, why });
  });

  it('is given up as soon as it is too large, whatever its server said', async () => {
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
      },
      cancel() {
        cancelled = true;
      },
    });
    expect(
      await createFileHolder(
        '',
        answering(() => new Response(endless)),
      ).fetch(),
    ).toMatchObject({ why: 'too-large' });
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(MAX_PDF_BYTES + 5_000_000);
  });

  it('is given up when it is dropped', async () => {
    const get: typeof fetch = (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('dropped')));
      });
    const held = createFileHolder('', get);
    const fetched = held.fetch();
    held.drop();
    expect(await fetched).toMatchObject({ ok: false, why: 'failed', message: 'dropped' });
  });
});

it('two readers of a tab do not take each other’s file', async () => {
  const get = answering(() => new Response(PDF));
  const first = createFileHolders('', get);
  const second = createFileHolders('', get, first.all); // the script was injected again
  await first.fetch('one');
  await second.fetch('two');
  second.drop('one');
  expect(second.readPiece('one', 0)).toBeNull();
  expect(first.readPiece('two', 0)).toBe(btoa('%PDF-1.7\n'));
});

it('what is written in Base64 reads back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
    }),
  );
});
