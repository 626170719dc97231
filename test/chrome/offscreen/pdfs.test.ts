import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPdfReader } from '../../../src/chrome/offscreen/pdfs.ts';
import type { PdfSource } from '../../../src/chrome/offscreen/pdf-source.ts';
import { UserFacingError, type UserError } from '../../../src/lib/base/errors.ts';
import { encodeBase64 } from '../../../src/lib/base/base64.ts';
import { PIECE_BYTES, type FetchOutcome } from '../../../src/lib/pipeline/pdf/file-holder.ts';
import { PDF_FAULTS, type PdfEvent } from '../../../src/lib/protocol/offscreen/pdf.ts';
import { servePdfs } from '../../../src/offscreen/pdf-service.ts';
import { linkedChannel } from '../../kit/base/linked-channel.ts';

const ARTICLE = { title: 'Tea', byline: 'Ida', published: '2024-01-01', language: 'en' };
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A tab that shows a file of that size, and a document whose thread does as told. */
function world(
  size: number,
  answer: (bytes: Uint8Array, url: string) => PdfEvent | null,
  fetched: FetchOutcome = { ok: true, size },
) {
  const bytes = new Uint8Array(size).map((_, i) => i % 253);
  const ends: string[] = [];
  let begun = (): void => undefined;
  const reading = new Promise<void>((resolve) => (begun = resolve));
  const [near, far] = linkedChannel('offscreen/pdf/1');
  const source: PdfSource = {
    fetch: () => Promise.resolve(fetched),
    readPiece: (at) => Promise.resolve(encodeBase64(bytes.subarray(at, at + PIECE_BYTES))),
    release: () => void ends.push('dropped'),
  };
  servePdfs(
    () => ({
      read(whole, url, tell) {
        begun();
        tell({ type: 'progress', page: 1, pages: 2 });
        const event = answer(whole, url);
        if (event) tell(event);
      },
      terminate: () => void ends.push('ended'),
    }),
    far,
  );
  const read = createPdfReader(
    () => source,
    () => Promise.resolve(near),
  );
  return {
    bytes,
    ends,
    far,
    near,
    reading,
    read: (signal = new AbortController().signal) => read(7, 'https://example.org/a.pdf', signal),
  };
}

async function troubleOf(read: Promise<unknown>): Promise<UserError> {
  const thrown: unknown = await read.catch((error: unknown) => error);
  if (!(thrown instanceof UserFacingError)) throw new Error(`Not a trouble: ${String(thrown)}`);
  return thrown.error;
}

it.each([5, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES + 7])(
  'a file of %d bytes arrives whole and comes back as an article',
  async (size) => {
    const at = world(size, (bytes, url) => ({ type: 'done', ...ARTICLE, markdown: `${hash(bytes)} ${url}` }));
    expect(await at.read()).toEqual({
      ...ARTICLE,
      url: 'https://example.org/a.pdf',
      site: '',
      isPdf: true,
      markdown: `${hash(at.bytes)} https://example.org/a.pdf`,
    });
    await Promise.resolve();
    expect(at.ends).toContain('dropped');
  },
);

describe('what stands in the way is told with a next step', () => {
  it.each(PDF_FAULTS)('%s', async (fault) => {
    const trouble = await troubleOf(world(5, () => ({ type: 'fault', fault, message: 'Hm.' })).read());
    expect(trouble.code).toMatch(/^page\./);
    expect(trouble.hint).not.toBe('');
  });

  it.each(['not-pdf', 'too-large', 'timeout', 'failed'] as const)('%s', async (why) => {
    const at = world(5, () => null, { ok: false, why, message: 'Hm' });
    const trouble = await troubleOf(at.read());
    expect(trouble.code).toMatch(/^page\./);
    expect(trouble.hint).not.toBe('');
    expect(at.ends).toEqual(['dropped']); // no thread was begun
  });
});

it('a stop is heard by the tab and by the thread, and nobody waits for either', async () => {
  const at = world(5, () => null);
  const stop = new AbortController();
  const read = at.read(stop.signal);
  await at.reading;
  stop.abort();
  expect((await troubleOf(read)).code).toBe('page.timeout');
  await new Promise<void>((resolve) => {
    setImmediate(resolve); // a closed line is heard a turn later
  });
  expect(at.ends).toContain('ended');
  expect(at.ends).toContain('dropped');
});

it('a document that goes is a trouble, not a wait', async () => {
  const at = world(5, () => null);
  const read = at.read();
  await at.reading;
  at.far.disconnect();
  expect((await troubleOf(read)).code).toBe('page.unreadable');
});

it('a piece that is not what it should be ends the reading before it begins', async () => {
  for (const bad of [
    { type: 'piece', text: '&&&', size: 3 },
    { type: 'piece', text: 'JVBERi0=', size: 4 },
    { type: 'whole', text: 'https://example.org/a.pdf', size: 9 },
    { type: 'nonsense' },
  ]) {
    const at = world(5, () => ({ type: 'done', ...ARTICLE, markdown: 'never' }));
    const said = new Promise((resolve) => at.near.onMessage.addListener(resolve));
    at.near.postMessage(bad);
    expect(await said).toMatchObject({ type: 'fault' });
  }
});
