/**
 * What holds of every reply, whatever the wire: run by each adapter's own test file. The one rule: a reply is said by the
 * provider's own format, and read back through its adapter in pieces that no network would promise.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelOver, readBytes } from './conformance-suite.ts';
import type { Collected } from './model-conformance.ts';
import { reply, type ReplyOptions } from '../models/model-server-replies.ts';
import type { Exchange } from '../models/model-server.ts';
import type { WireFormat } from '../wire/speech.ts';

/** The bytes in pieces that end at these places, taken modulo the length. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...cuts].map((from, index) => bytes.subarray(from, [...cuts, bytes.length][index]));
}

/** A reply as the format's server writes it, without a network. */
async function bytesOf(format: WireFormat, options: ReplyOptions): Promise<Uint8Array> {
  const written: Uint8Array[] = [];
  await reply(options, format)(ASKED, {
    head: () => undefined,
    send: (bytes) => {
      written.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
      return Promise.resolve();
    },
    end: () => undefined,
    destroy: () => undefined,
    gone: Promise.resolve(),
  });
  return new Uint8Array(Buffer.concat(written));
}

/** A request that asks for all that a server may leave out. */
const ASKED: Exchange = {
  index: 0,
  method: 'POST',
  path: '/',
  headers: {},
  body: { model: 'test-model', stream: true, stream_options: { include_usage: true } },
  state: 'open',
  sent: 0,
};

const piece = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', ' ', '<think>', '日本', '</', '👩‍💻'));
/** Names that some parsers take for an attack are left out: what becomes of them is theirs to say. */
const name = fc.string({ unit: 'grapheme' }).filter((text) => text !== '__proto__' && text !== 'constructor');
const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null));
const args = fc.dictionary(name, fc.oneof(value, fc.array(value, { maxLength: 3 })), { noNullPrototype: true });
const calls = fc
  .array(fc.record({ name: fc.constantFrom('find_text', 'read_page'), arguments: args }), { maxLength: 4 })
  .map((made) => made.map((call, at) => ({ ...call, id: `call_${String(at)}` })));

const USAGE = {
  first: 'usage in the first event',
  last: 'usage in the last event',
  absent: 'no usage at all',
} as const;

/** Where this format can say its figures. */
function placesOfUsage({ without }: WireFormat): readonly (keyof typeof USAGE)[] {
  return (['first', 'last', 'absent'] as const).filter((place) => !Object.hasOwn(without, USAGE[place]));
}

const said = (format: WireFormat) =>
  fc.record({
    text: fc.array(piece, { maxLength: 12 }).map((pieces) => `Answer: ${pieces.join('')}`),
    reasoning: fc.constantFrom('', 'Hm, tea …'),
    calls,
    size: fc.integer({ min: 1, max: 9 }),
    newline: fc.constantFrom(
      ...(format.framing === 'sse' ? (['\n', '\r', '\r\n'] as const) : (['\n', '\r\n'] as const)),
    ),
    comments: fc.boolean(),
    usage: fc.constantFrom(...placesOfUsage(format)),
  });

/** Any valid reply, however its bytes are cut, is read as it was said. */
export function readsAnyReply(format: WireFormat): void {
  const read = (pieces: readonly Uint8Array[]): Promise<Collected> => readBytes(modelOver(format.protocol, pieces));
  const figures = { input: 7, output: 3 };

  describe(`${format.protocol.provider}: for any valid stream, however it is cut`, () => {
    it('text, calls, finish and usage are those that were said', async () => {
      await fc.assert(
        fc.asyncProperty(said(format), fc.array(fc.nat(), { maxLength: 60 }), async (options, places) => {
          const bytes = await bytesOf(format, { ...options, figures: () => figures });
          const { text, thoughts, calls: made, last } = await read(cutAt(bytes, places));
          expect(text).toBe(options.text);
          expect(thoughts).toBe(options.reasoning);
          const parsed = made.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) as unknown }));
          expect(parsed).toEqual(options.calls.map((call) => ({ name: call.name, arguments: call.arguments })));
          expect(last).toEqual({
            type: 'done',
            finish: made.length > 0 ? 'tool-calls' : 'stop',
            usage: options.usage === 'absent' ? {} : figures,
          });
        }),
        { numRuns: 100 },
      );
    });

    it('one byte at a time is no different', async () => {
      await fc.assert(
        fc.asyncProperty(said(format), async (options) => {
          const bytes = await bytesOf(format, options);
          const bitten = await read(Array.from(bytes, (byte) => Uint8Array.of(byte)));
          expect(bitten).toEqual(await read([bytes])); // event for event
        }),
        { numRuns: 10 },
      );
    });

    it('cut short anywhere before its finish it never passes for done', async () => {
      await fc.assert(
        fc.asyncProperty(said(format), fc.nat(), async (options, place) => {
          const bytes = await bytesOf(format, { ...options, usage: 'absent', finish: null, done: false });
          const { text, calls: made, last } = await read([bytes.subarray(0, place % (bytes.length + 1))]);
          expect(last.type).toBe('error');
          expect(made).toEqual([]);
          expect(options.text.startsWith(text)).toBe(true);
        }),
        { numRuns: 100 },
      );
    });
  });
}

/** Whatever bytes come, under whatever status, they end in one terminal event. `odd`: events that are almost right. */
export function survivesAnyBytes({ protocol, framing }: WireFormat, odd: readonly [string, ...string[]]): void {
  const event = fc.oneof(fc.json(), fc.constantFrom(...odd)).map((data) => {
    return new TextEncoder().encode(framing === 'sse' ? `data: ${data}\n\n` : `${data}\n`);
  });
  const anything = fc.array(fc.oneof(fc.uint8Array({ maxLength: 200 }), event), { maxLength: 12 });

  describe(`${protocol.provider}: for arbitrary bytes`, () => {
    it('a stream ends in exactly one terminal event and never throws', async () => {
      await fc.assert(
        fc.asyncProperty(anything, async (pieces) => {
          const { last } = await readBytes(modelOver(protocol, pieces));
          expect(['done', 'error']).toContain(last.type);
          if (last.type === 'error') expect(last.failure.code).toMatch(/^model\./);
        }),
        { numRuns: 200 },
      );
    });

    it('so does a refusal, with words that are bounded and on one line', async () => {
      const status = fc.oneof(fc.integer({ min: 400, max: 599 }), fc.constantFrom(204, 300, 301, 200));
      const type = fc.constantFrom('text/html', 'application/json', 'text/plain', 'image/png', '');
      await fc.assert(
        fc.asyncProperty(anything, status, type, async (pieces, code, contentType) => {
          const { last } = await readBytes(modelOver(protocol, pieces, { 'content-type': contentType }, code));
          if (last.type !== 'error') return;
          expect(last.failure.code).toMatch(/^model\./);
          expect(last.failure.message.length).toBeLessThan(600);
          // the server's own words may be isolated, once
          const message = last.failure.message.replace(/\u2068([^\u2068\u2069]*)\u2069/, '$1');
          expect(message).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        }),
        { numRuns: 150 },
      );
    });
  });
}
