import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listMarkedBlocks, markBlocks } from '../../../../../scripts/block-trees/blocks.ts';
import { measureBlocks } from '../../../../../scripts/block-trees/block-features.ts';
import TREES from '../../../../../scripts/block-trees/block-trees.json' with { type: 'json' };
import { keepBlocks, selectBlocks } from '../../../../../scripts/block-trees/select-blocks.ts';
import { runAtOnce } from '../../../../kit/run-at-once.ts';
import { documentOf } from '../kit.ts';

const NAMES = ['div', 'p', 'ul', 'li', 'span', 'a', 'table', 'tr', 'td', 'h2', 'section', 'pre', 'b'] as const;

interface Box {
  readonly name: string;
  readonly children: readonly (Box | string)[];
}

/** Markup of any shape, nested as the parser would not allow. */
const boxes = fc.letrec<{ box: Box }>((tie) => ({
  box: fc.record({
    name: fc.constantFrom(...NAMES),
    children: fc.array(fc.oneof({ maxDepth: 4 }, fc.stringMatching(/^[a-z]{1,6} ?$/), tie('box')), { maxLength: 4 }),
  }),
})).box;

function build(doc: Document, { name, children }: Box): Element {
  const el = doc.createElement(name);
  el.append(...children.map((child) => (typeof child === 'string' ? child : build(doc, child))));
  return el;
}

function* scatter(children: readonly Box[]) {
  const { body } = documentOf('');
  body.replaceChildren(...children.map((child) => build(body.ownerDocument, child)));
  return { body, blocks: yield* markBlocks(body) };
}

const squeeze = (text: string): string => text.replace(/\s+/g, '');

test('every word of a page is in one block, and a copy tells which of them it holds', () => {
  fc.assert(
    fc.property(fc.array(boxes, { maxLength: 4 }), (children) => {
      const { body, blocks } = runAtOnce(scatter(children));
      const letters = (texts: readonly string[]): string => squeeze(texts.join('')).split('').toSorted().join('');
      expect(letters(blocks.map(({ text }) => text))).toBe(letters([body.textContent]));
      expect(listMarkedBlocks(body.cloneNode(true) as Element).size).toBe(blocks.length);
    }),
  );
});

test('what is kept is left whole and in order, and no other word is', () => {
  fc.assert(
    fc.property(fc.array(boxes, { maxLength: 4 }), fc.infiniteStream(fc.boolean()), (children, choices) => {
      const { body, blocks } = runAtOnce(scatter(children));
      const kept = new Set(blocks.flatMap((_, at) => (choices.next().value === true ? [at] : [])));
      const expected = textsWithin(body, new Map(blocks.map(({ element }, at) => [element, kept.has(at)])));
      runAtOnce(keepBlocks(body, blocks, kept));
      expect(squeeze(body.textContent)).toBe(squeeze(expected));
    }),
  );
});

/** An oracle that shares nothing with the code: each text belongs to the nearest block above it. */
function textsWithin(node: Node, isKept: ReadonlyMap<Node, boolean>, keeps = false): string {
  if (node.nodeType === node.TEXT_NODE) return keeps ? (node.nodeValue ?? '') : '';
  return [...node.childNodes].map((child) => textsWithin(child, isKept, isKept.get(node) ?? keeps)).join('');
}

test('each block has a row of finite numbers, as long as the trees ask', () => {
  const asked = Math.max(...TREES.flatMap(({ features }) => features));
  fc.assert(
    fc.property(fc.array(boxes, { minLength: 1, maxLength: 4 }), fc.webUrl(), (children, url) => {
      const { body, blocks } = runAtOnce(scatter(children));
      const candidates = { cleaned: new Set([0, 2]), readability: new Set([0]) };
      const rows = runAtOnce(measureBlocks(body, blocks, candidates, url));
      expect(rows).toHaveLength(blocks.length);
      for (const row of rows) {
        expect(row.length).toBeGreaterThan(asked);
        expect([...row].every(Number.isFinite)).toBe(true);
      }
      const selected = runAtOnce(selectBlocks({ blocks, rows, candidates }));
      expect(selected.size > 0).toBe(blocks.length > 0);
    }),
  );
});

test('every way through a tree ends at a leaf', () => {
  for (const { features, thresholds, lefts, rights, leaves } of TREES) {
    expect([thresholds.length, lefts.length, rights.length]).toEqual(Array(3).fill(features.length));
    const expected = [...features.keys()].slice(1).concat(leaves.map((_, leaf) => -leaf - 1));
    expect([...lefts, ...rights].toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
  }
});

const MIXED = `<h1>Tides</h1><p>How high they are.</p><table><tr><th>Port</th><th>Days</th><th>Metres</th></tr>
  <tr><td>Dover</td><td>5</td><td>6.7</td></tr><tr><td>Brest</td><td>4</td><td>7.1</td></tr></table>
  <ol><li>Read the almanac with care.</li><li>Stir.</li><li>Add the height of the wind.</li></ol>
  <p>By <dfn>datum</dfn> they mean <var>zero</var>.</p><pre>tide -h</pre><figure><img src="/a.png"><figcaption>A</figcaption></figure>
  <p>So much for the tides.</p>`;

function* select(numbers: readonly number[]) {
  const { body } = documentOf(MIXED);
  const blocks = yield* markBlocks(body);
  const rows = blocks.map((_, at) =>
    Float32Array.from({ length: 200 }, (_, i) => numbers[(at * 7 + i) % numbers.length] ?? 0),
  );
  const selected = yield* selectBlocks({ blocks, rows, candidates: { cleaned: new Set(), readability: new Set() } });
  return { body, blocks, selected };
}

test('whatever is measured, tables of data stay or go whole, and what has few words stays between what is kept', () => {
  const numbers = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 5, maxLength: 40 });
  let whole = 0;
  fc.assert(
    fc.property(numbers, (given) => {
      const { blocks, selected } = runAtOnce(select(given));
      const isIn = (name: string) =>
        blocks.flatMap(({ element }, at) => (element.closest(name) ? [selected.has(at)] : []));
      expect(new Set(isIn('table')).size).toBe(1);
      if (isIn('table')[0] === true) whole += 1;
      const [before, ...wordless] = blocks.flatMap(({ element }, at) =>
        element.closest('pre,figure') || /^(?:By|So)/.test(element.textContent) ? [selected.has(at)] : [],
      );
      if (before === true && wordless.at(-1) === true) expect(wordless).not.toContain(false);
      expect(blocks.filter(({ element }) => /^(?:dfn|var)$/.test(element.localName))).toEqual([]);
    }),
  );
  expect(whole).toBeGreaterThan(0);
});

test('no value of a table moves to another column, whatever is kept', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.boolean()), (choices) => {
      const { body } = documentOf(MIXED);
      const blocks = runAtOnce(markBlocks(body));
      runAtOnce(
        keepBlocks(body, blocks, new Set(blocks.flatMap((_, at) => (choices.next().value === true ? [at] : [])))),
      );
      for (const row of body.querySelectorAll('tr')) expect(row.cells).toHaveLength(3);
    }),
  );
});

test('pictures of what stands around a page are not its content', () => {
  const { body } = documentOf('<p>Tides.</p><footer><a href="/f"><img src="/f.png" alt="Follow us"></a></footer>');
  runAtOnce(keepBlocks(body, runAtOnce(markBlocks(body)), new Set([0])));
  expect(body.innerHTML).not.toContain('img');
});
