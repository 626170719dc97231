import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSplitter } from '../../../../src/lib/models/tokens/split.ts';
import { anyText, splitByOracle } from './oracle.ts';

const splitter = createSplitter();

function split(text: string): string[] {
  const pieces = [];
  for (let start = 0, end; start < text.length; start = end) {
    end = splitter.findPieceEnd(text, start);
    pieces.push(text.slice(start, end));
  }
  return pieces;
}

describe('pieceEnd', () => {
  it.each([
    ["I'll SAY'S (it)", ["I'll", " SAY'S", ' (', 'it', ')']],
    ['漢字ABC漢ABC', ['漢字ABC漢', 'ABC']],
    ['a \n  b\t\tc   ', ['a', ' \n', ' ', ' b', '\t', '\tc', '   ']],
    ['1234567 //x\n\n/', ['123', '456', '7', ' //', 'x', '\n\n', '/']],
  ])('cuts %j', (text, pieces) => {
    expect(split(text)).toEqual(pieces);
    expect(splitByOracle(text)).toEqual(pieces);
  });

  it('cuts any text exactly as the pattern of the encoding does', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(split(text)).toEqual(splitByOracle(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('knows the class of every character', () => {
    const planes = [0, 0x10000, 0x20000, 0x30000, 0xe0000]; // the others are unassigned or private
    const codes = planes.flatMap((first) =>
      Array.from({ length: first < 0x30000 ? 0x10000 : 0x2400 }, (_, i) => first + i),
    );
    for (const code of codes) {
      const char = String.fromCodePoint(code);
      const text = `A${char}a ${char}`;
      const same = split(text).join('|') === splitByOracle(text).join('|');
      if (!same) expect.fail(`U+${code.toString(16)}: ${JSON.stringify(split(text))}`);
    }
  });
});

describe('isSeam', () => {
  it('is true only where a cut changes no piece, whatever stands on either side', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const text = before + after;
        fc.pre(splitter.isSeam(text, before.length));
        expect([...splitByOracle(before), ...splitByOracle(after)]).toEqual(splitByOracle(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('is found after the words of ordinary text', () => {
    const text = 'One word, 2 words。漢字、かな';
    const seams = Array.from(text).flatMap((_, i) => (splitter.isSeam(text, i) ? [i] : []));
    expect(seams.map((at) => text[at])).toEqual([' ', ',', ' ', '。', '、']);
  });
});
