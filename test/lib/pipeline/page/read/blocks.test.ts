import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  listLeftOut,
  listMarkedBlocks,
  markBlocks,
  markTexts,
} from '../../../../../src/lib/pipeline/page/read/blocks/blocks.ts';
import { measureBlocks } from '../../../../../src/lib/pipeline/page/read/blocks/block-features.ts';
import TREES from '../../../../../src/lib/pipeline/page/read/blocks/block-trees.json' with { type: 'json' };
import { keepBlocks, selectBlocks } from '../../../../../src/lib/pipeline/page/read/blocks/select-blocks.ts';
import { runAtOnce } from '../../../../kit/base/run-at-once.ts';
import { documentOf } from '../kit.ts';

const NAMES = ['div', 'p', 'ul', 'li', 'span', 'a', 'table', 'tr', 'th', 'td', 'h2', 'section', 'pre', 'b'] as const;

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
      const copy = body.cloneNode(true) as Element;
      runAtOnce(markTexts(copy));
      expect(listMarkedBlocks(copy).size).toBe(blocks.length);
    }),
  );
});

test('what is kept is left whole and in order, and no other word is', () => {
  fc.assert(
    fc.property(fc.array(boxes, { maxLength: 4 }), fc.infiniteStream(fc.boolean()), (children, choices) => {
      const { body, blocks } = runAtOnce(scatter(children));
      const kept = new Set(blocks.flatMap((_, at) => (choices.next().value === true ? [at] : [])));
      const expected = textsWithin(body, new Map(blocks.map(({ element }, at) => [element, kept.has(at)])));
      runAtOnce(keepBlocks(body, { blocks, leftOut: new Set() }, kept));
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
      const kept = new Set(blocks.keys());
      const selected = runAtOnce(selectBlocks({ blocks, rows, kept, leftOut: new Set() }));
      const sum = (indexes: Iterable<number>) => [...indexes].reduce((n, at) => n + (blocks[at]?.text.length ?? 0), 0);
      expect(sum(selected)).toBeGreaterThanOrEqual(0.8 * sum(kept));
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
  const selected = yield* selectBlocks({ blocks, rows, kept: new Set(blocks.keys()), leftOut: new Set() });
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

test('a table that goes whole counts as left out', () => {
  const choose = (html: string, rows: readonly Float32Array[], isKept: boolean): ReadonlySet<number> => {
    const blocks = runAtOnce(markBlocks(documentOf(html).body));
    const kept = new Set(isKept ? blocks.keys() : []);
    return runAtOnce(selectBlocks({ blocks, rows, kept, leftOut: new Set() }));
  };
  const numbers = fc.array(fc.float({ min: -1, max: 100, noNaN: true }), { minLength: 200, maxLength: 200 });
  const samples = fc.sample(numbers, { numRuns: 500, seed: 1 }).map((row) => Float32Array.from(row));
  const high = samples.find((row) => choose('<p>Tides</p>', [row], false).size === 1);
  if (!high) throw new Error('No row is content.');
  const long = `<p>${'Tides '.repeat(60)}</p>`;
  const low = samples.find((row) => choose(`${long}<p>Port</p>`, [high, row], true).size === 1);
  if (!low) throw new Error('No row is to be left out.');
  const table = `<table><tr><th>${'Port '.repeat(22)}</th><td>${'Days '.repeat(20)}</td></tr></table>`;
  expect(choose(long + table, [high, low, high], true).size).toBe(3);
});

test('no value of a table moves to another column, whatever is kept', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.boolean()), (choices) => {
      const { body } = documentOf(MIXED);
      const blocks = runAtOnce(markBlocks(body));
      runAtOnce(
        keepBlocks(
          body,
          { blocks, leftOut: new Set() },
          new Set(blocks.flatMap((_, at) => (choices.next().value === true ? [at] : []))),
        ),
      );
      for (const row of body.querySelectorAll('tr')) expect(row.cells).toHaveLength(3);
    }),
  );
});

test('pictures of what stands around a page are not its content', () => {
  const { body } = documentOf('<p>Tides.</p><footer><a href="/f"><img src="/f.png" alt="Follow us"></a></footer>');
  runAtOnce(keepBlocks(body, { blocks: runAtOnce(markBlocks(body)), leftOut: new Set() }, new Set([0])));
  expect(body.innerHTML).not.toContain('img');
});

test('pictures that the rules remove stay out, and those of what is added come with it', () => {
  const { body } = documentOf(
    '<div class="logo"><img src="/logo.png" alt="Home"></div><p>Of weirs <img src="/weir.png"></p>' +
      '<div class="share"><a href="/s"><img src="/s.png" alt="Share"></a></div><p>Of locks <img src="/lock.png"></p>' +
      '<figure><img src="/map.png"><figcaption>A map</figcaption></figure>',
  );
  const blocks = runAtOnce(markBlocks(body));
  const copy = body.cloneNode(true) as HTMLElement;
  for (const removed of copy.querySelectorAll('.logo,.share,p:last-of-type,figure')) removed.remove();
  const leftOut = listLeftOut(body, blocks, new Set([0]), copy);
  runAtOnce(keepBlocks(body, { blocks, leftOut }, new Set(blocks.keys())));
  const sources = [...body.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(sources).toEqual(['/weir.png', '/lock.png', '/map.png']);
});

test('what the rules take out of a block that they keep stays out, and a block without its attributes is recognised', () => {
  const { body } = documentOf('<h2>Design<span class="edit"> [edit]</span></h2><div>Of <b>weirs</b></div><p>Other</p>');
  const blocks = runAtOnce(markBlocks(body));
  const copy = body.cloneNode(true) as HTMLElement;
  runAtOnce(markTexts(copy));
  copy.querySelector('.edit')?.remove();
  copy.querySelector('p')?.remove();
  const box = copy.querySelector('div');
  const paragraph = copy.ownerDocument.createElement('p'); // as Readability makes of a box
  paragraph.append(...(box?.childNodes ?? []));
  box?.replaceWith(paragraph);
  const kept = listMarkedBlocks(copy);
  expect([...kept]).toEqual([0, 1]);
  runAtOnce(keepBlocks(body, { blocks, leftOut: listLeftOut(body, blocks, kept, copy) }, kept));
  expect(body.textContent).toBe('DesignOf weirs');
});
