import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelPieces } from '../../../../src/lib/pipeline/ocr/label-pieces.ts';

/** Numbers of pixels, spread one by one from the first pixel of each piece. */
function spreadNumbers(ink: Uint8Array, width: number): number[] {
  const numbers = Array.from(ink, () => 0);
  let count = 0;
  const spread = (at: number): void => {
    if (ink[at] !== 1 || numbers[at] !== 0) return;
    numbers[at] = count;
    const x = at % width;
    for (const down of [-width, 0, width])
      for (const aside of [-1, 0, 1]) if (x + aside >= 0 && x + aside < width) spread(at + down + aside);
  };
  for (const at of ink.keys()) {
    if (ink[at] !== 1 || numbers[at] !== 0) continue;
    count += 1;
    spread(at);
  }
  return numbers;
}

it('pieces are what hangs together, corners counted, each with the box around it', () => {
  const picture = fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 12 }))
    .chain(([width, height]) =>
      fc.tuple(
        fc.constant(width),
        fc.uint8Array({ min: 0, max: 1, minLength: width * height, maxLength: width * height }),
      ),
    );
  fc.assert(
    fc.property(picture, ([width, ink]) => {
      const { boxes, numbers } = labelPieces(ink, width);
      const expected = spreadNumbers(ink, width);
      expect([...numbers]).toEqual(expected);
      expect(boxes).toEqual(
        Array.from({ length: Math.max(0, ...expected) }, (_, i) => {
          const own = [...expected.keys()].filter((at) => expected[at] === i + 1);
          const [xs, ys] = [own.map((at) => at % width), own.map((at) => Math.floor(at / width))];
          const [x, y] = [Math.min(...xs), Math.min(...ys)];
          return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1, seed: own[0] };
        }),
      );
    }),
  );
});
