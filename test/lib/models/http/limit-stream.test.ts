import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAt } from '../../../kit/conformance/stream-properties.ts';
import { createJsonLines, limitStream } from '../../../../src/lib/models/http/limit-stream.ts';

/** What leaves for bytes that come in these pieces; null where a line was refused. */
function through(pieces: readonly Uint8Array[]): string | null {
  const lines = createJsonLines();
  const passed = pieces.map((piece) => lines.push(piece));
  if (passed.includes(null)) return null;
  return Buffer.concat([...passed.filter((bytes) => bytes !== null), lines.flush()]).toString();
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const object = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()).map((value) => JSON.stringify(value));
const end = fc.constantFrom('\n', '\r', '\r\n', '\n\n', '\r\n\r\n', '\n\t\n');

it('whole lines leave, however their bytes are cut and their ends are written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(object, end)), fc.array(fc.nat()), (said, places) => {
      const sent = said.flat().join('');
      expect(through(cutAt(bytes(sent), places))).toBe(said.map(([json]) => `${json}\n`).join(''));
    }),
  );
});

it('a last line needs no end when it is whole, and is dropped when it is not', () => {
  expect(through([bytes('{"a":1}\n{"b"'), bytes(':2}')])).toBe('{"a":1}\n{"b":2}\n');
  expect(through([bytes('{"a":1}\n{"b"')])).toBe('{"a":1}\n');
});

it.each(['[]', '7', '"text"', 'null', '{"half":', '<p>'])('a line of %s is refused', (line) => {
  expect(through([bytes(`{"a":1}\n${line}\n`)])).toBeNull();
});

it('the length of a line is bounded alike however its bytes are cut', async () => {
  const limit = 4 * 1024 * 1024;
  const passes = async (sent: Uint8Array, places: readonly number[]): Promise<boolean> => {
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of cutAt(sent, places)) controller.enqueue(piece);
        controller.close();
      },
    });
    const { stream } = limitStream(source, false);
    return new Response(stream).arrayBuffer().then(
      () => true,
      () => false,
    );
  };
  const line = (length: number): string => `${'a'.repeat(length)}\n`;
  const places = fc.array(fc.nat(), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(places, fc.boolean(), fc.boolean(), async (cuts, isLong, isFirst) => {
      const lines = [line(limit + (isLong ? 1 : 0)), line(100)];
      const sent = bytes((isFirst ? lines : lines.toReversed()).join(''));
      expect(await passes(sent, cuts)).toBe(!isLong);
    }),
    { numRuns: 12 },
  );
});
