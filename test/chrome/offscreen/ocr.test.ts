import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChromeOcr } from '../../../src/chrome/offscreen/ocr.ts';
import type { OcrPart } from '../../../src/lib/agent/ports.ts';
import { UserFacingError, type UserError } from '../../../src/lib/base/errors.ts';
import { OCR_FAULTS, type OcrEvent } from '../../../src/lib/protocol/offscreen/ocr.ts';
import { READ_MS } from '../../../src/lib/pipeline/ocr/types.ts';
import { HEARTBEAT_MS, IDLE_MS, createOcrService } from '../../../src/offscreen/ocr-service.ts';
import type { OcrCall } from '../../../src/offscreen/ocr-reader.ts';
import { GOOD_OFFSCREEN } from '../../kit/protocol/good-offscreen.ts';
import { linkedChannel } from '../../kit/base/linked-channel.ts';

const DONE = GOOD_OFFSCREEN['ocr.done'] as unknown as Extract<OcrEvent, { type: 'done' }>;
const RESULT = { reading: DONE.reading, languages: DONE.languages, reduced: DONE.reduced };
const hashOf = (n: number): string => n.toString(16).padStart(64, '0');

/** A document whose threads read by being told what becomes of the picture. */
function world() {
  const threads: { ended: boolean; calls: { call: OcrCall; tell: (event: OcrEvent) => void }[] }[] = [];
  const serve = createOcrService(() => {
    const thread: (typeof threads)[number] = { ended: false, calls: [] };
    threads.push(thread);
    return {
      read: (call, tell) => void thread.calls.push({ call, tell }),
      terminate: () => void (thread.ended = true),
    };
  });
  let lines = 0;
  const ends: (() => void)[] = [];
  const ocr = createChromeOcr(
    (service) => {
      const [near, far] = linkedChannel(`offscreen/${service}/${String((lines += 1))}`);
      serve(far);
      ends.push(() => far.disconnect());
      return Promise.resolve(near);
    },
    () => Promise.resolve(['eng', 'deu']),
  );
  const shares: number[] = [];
  const parts: OcrPart[] = [];
  return {
    threads,
    shares,
    parts,
    /** The document closes. */
    close: () => ends.forEach((end) => end()),
    read: (n: number, signal = new AbortController().signal) =>
      ocr.read(
        hashOf(n),
        (share, part) => {
          shares.push(share);
          if (part) parts.push(part);
        },
        signal,
      ),
    /** The pictures that threads were given, in order. */
    begun: () => threads.flatMap(({ calls }) => calls),
    ended: () => threads.map(({ ended }) => ended),
  };
}

async function troubleOf(read: Promise<unknown>): Promise<UserError> {
  const thrown: unknown = await read.catch((error: unknown) => error);
  if (!(thrown instanceof UserFacingError)) throw new Error(`Not a trouble: ${String(thrown)}`);
  return thrown.error;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

describe('a picture', () => {
  it('is read for the chosen languages, with its progress on the way', async () => {
    const at = world();
    const reading = at.read(1);
    await settle();
    expect(at.begun().map(({ call }) => call)).toEqual([{ hash: hashOf(1), languages: ['eng', 'deu'] }]);
    at.begun()[0]?.tell({ type: 'progress', share: 0.4 });
    at.begun()[0]?.tell(DONE);
    await settle();
    expect(await reading).toEqual(RESULT);
    expect(at.shares).toEqual([0.4]);
  });

  it('that is large is given in parts, and each of its bands has its own time', async () => {
    const at = world();
    const reading = at.read(1);
    await settle();
    const part = { ...RESULT, share: 0.5 };
    await settle(READ_MS - 1);
    at.begun()[0]?.tell({ type: 'progress', share: 0.3, band: true });
    await settle(READ_MS - 1);
    at.begun()[0]?.tell({ type: 'progress', share: 0.5, band: true, part });
    await settle(READ_MS - 1);
    expect(at.parts).toEqual([part]);
    at.begun()[0]?.tell(DONE);
    await settle();
    expect(await reading).toEqual(RESULT);
  });

  it('may have places that could not be read, or none that are named', async () => {
    for (const named of [{ unread: [{ x: 5, y: 30, width: 40, height: 12 }] }, {}]) {
      const at = world();
      const reading = at.read(1);
      await settle();
      const told = { ...DONE, reading: { ...DONE.reading, ...named } };
      at.begun()[0]?.tell(told);
      await settle();
      expect((await reading).reading).toEqual(told.reading);
    }
  });

  it('waits for the one before it, in the same thread', async () => {
    const at = world();
    const [first, second] = [at.read(1), at.read(2)];
    await settle();
    expect(at.begun()).toHaveLength(1);
    at.begun()[0]?.tell(DONE);
    await settle();
    expect(at.begun().map(({ call }) => call.hash)).toEqual([hashOf(1), hashOf(2)]);
    at.begun()[1]?.tell(DONE);
    await settle();
    expect([await first, await second]).toEqual([RESULT, RESULT]);
    expect(at.ended()).toEqual([false]);
  });

  it('keeps whoever waits for it told, also while there is nothing new', async () => {
    const at = world();
    const reading = at.read(1);
    await settle();
    at.begun()[0]?.tell({ type: 'progress', share: 0.3 });
    await settle(3 * HEARTBEAT_MS);
    expect(at.shares).toEqual([0.3, 0.3, 0.3, 0.3]);
    at.begun()[0]?.tell(DONE);
    await settle();
    await reading;
    await settle(3 * HEARTBEAT_MS);
    expect(at.shares).toHaveLength(4);
  });
});

describe('the thread', () => {
  it('is ended when it has had nothing to do for a while, and another is begun for the next picture', async () => {
    const at = world();
    const first = at.read(1);
    await settle();
    at.begun()[0]?.tell(DONE);
    await first;
    await settle(IDLE_MS - 1);
    expect(at.ended()).toEqual([false]);
    await settle(1);
    expect(at.ended()).toEqual([true]);
    const second = at.read(2);
    await settle();
    at.begun()[1]?.tell(DONE);
    await settle();
    await second;
    expect(at.ended()).toEqual([true, false]);
  });

  it('ends with the picture that is cancelled, and the next one waiting gets a fresh one', async () => {
    const at = world();
    const stop = new AbortController();
    const [first, second] = [at.read(1, stop.signal), at.read(2)];
    const told = troubleOf(first);
    await settle();
    stop.abort();
    expect((await told).code).toBe('ocr.timeout');
    await settle();
    expect(at.ended()).toEqual([true, false]);
    at.begun()[0]?.tell({ type: 'fault', fault: 'failed', message: 'A late word of the first.' });
    at.begun()[1]?.tell(DONE);
    await settle();
    expect(await second).toEqual(RESULT);
  });

  it('does not notice that a picture is cancelled which was only waiting', async () => {
    const at = world();
    const stop = new AbortController();
    const [first, second, third] = [at.read(1), at.read(2, stop.signal), at.read(3)];
    const told = troubleOf(second);
    await settle();
    stop.abort();
    await told;
    at.begun()[0]?.tell(DONE);
    await settle();
    at.begun()[1]?.tell(DONE);
    await settle();
    expect([await first, await third]).toEqual([RESULT, RESULT]);
    expect(at.begun().map(({ call }) => call.hash)).toEqual([hashOf(1), hashOf(3)]);
    expect(at.ended()).toEqual([false]);
  });

  it('is ended when a picture takes too long, which is said', async () => {
    const at = world();
    const told = troubleOf(at.read(1));
    await settle(READ_MS);
    expect(await told).toMatchObject({ code: 'ocr.timeout', hint: expect.stringContaining('Cut out') as string });
    expect(at.ended()).toEqual([true]);
  });
});

describe('what stands in the way is told with a next step', () => {
  it.each(OCR_FAULTS)('%s', async (fault) => {
    const at = world();
    const told = troubleOf(at.read(1));
    await settle();
    at.begun()[0]?.tell({ type: 'fault', fault, message: 'fra' });
    const trouble = await told;
    expect(trouble.code).toMatch(/^(?:ocr|picture)\./);
    expect(trouble.hint).toMatch(/^[A-Z].*\.$/);
    expect(at.ended()).toEqual([!['gone', 'broken'].includes(fault)]);
  });

  it('the document goes away', async () => {
    const at = world();
    const told = troubleOf(at.read(1));
    await settle();
    at.close();
    expect((await told).code).toBe('ocr.failed');
  });

  it.each<[string, unknown]>([
    ['a message that is none', { type: 'done' }],
    ['a share beyond the whole', { type: 'progress', share: 7 }],
    ['a word that is not in the text', { ...DONE, reading: { ...DONE.reading, text: 'Te' } }],
    [
      'words that overlap',
      { ...DONE, reading: { ...DONE.reading, words: [...DONE.reading.words, ...DONE.reading.words] } },
    ],
  ])('the document says %s', async (_name, said) => {
    const at = world();
    const told = troubleOf(at.read(1));
    await settle();
    at.begun()[0]?.tell(said as OcrEvent);
    expect((await told).code).toBe('ocr.failed');
  });
});
