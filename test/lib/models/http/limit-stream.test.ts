import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAt } from '../../../kit/stream-properties.ts';
import { createJsonLines } from '../../../../src/lib/models/http/limit-stream.ts';

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
