import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentOf, openShadow, flatten, readPage } from './kit.ts';

/** A generated node: text, or an element with attributes and children; `hidden` says how it is hidden, if it is. */
interface Tree {
  tag: string;
  attributes: Record<string, string>;
  hidden: Hiding | null;
  shadow: boolean;
  text: string;
  children: Tree[];
}

type Hiding = readonly [attribute: string, value: string];
const HIDING: readonly Hiding[] = [
  ['hidden', ''],
  ['style', 'display:none'],
  ['class', 'gone'],
];
const TAGS =
  'div p span a h1 h2 ul ol li table tr td th tbody caption pre code figure figcaption img br hr article main nav aside section ' +
  'header form input button select option details summary dl dt dd blockquote em b iframe svg math template noscript slot x-el del';

const word = fc.string({ unit: fc.constantFrom(...Array.from('abz漢 \n|*_[]`<&~#-')), maxLength: 12 });
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    tag: fc.constantFrom(...TAGS.split(' ')),
    attributes: fc.dictionary(
      fc.constantFrom(
        'class',
        'id',
        'href',
        'src',
        'alt',
        'colspan',
        'rowspan',
        'start',
        'lang',
        'aria-hidden',
        'role',
        'data-lang',
      ),
      fc.constantFrom(
        '',
        'x',
        '-1',
        '99999',
        'true',
        'http://[',
        'javascript:x',
        '/a b(c)',
        'nav',
        'language-js',
        'data:image/png,x',
      ),
      { maxKeys: 3 },
    ),
    hidden: fc.option(fc.constantFrom(...HIDING), { freq: 5 }),
    shadow: fc.boolean(),
    text: word,
    children: fc.oneof({ maxDepth: 5 }, fc.constant<Tree[]>([]), fc.array(tie('tree'), { maxLength: 4 })),
  }),
}));

const HOSTS = new Set(['div', 'x-el', 'section', 'p', 'span']);

/** Builds `tree` under `parent`; every text under something hidden carries the word SECRET. */
function grow(tree: Tree, parent: Node, doc: Document, inHidden = false): void {
  const el = doc.createElement(tree.tag);
  for (const [name, value] of Object.entries(tree.attributes)) el.setAttribute(name, value);
  if (tree.hidden) el.setAttribute(tree.hidden[0], tree.hidden[1]);
  const secret = inHidden || tree.hidden !== null;
  parent.appendChild(el);
  el.append(secret ? `SECRET ${tree.text}` : tree.text);
  const into = tree.shadow && HOSTS.has(tree.tag) ? el.attachShadow({ mode: 'open' }) : el;
  for (const child of tree.children) grow(child, into, doc, secret);
}

const serialise = (node: Element): string =>
  node.outerHTML +
  [...node.querySelectorAll('*')].map((el) => (el.shadowRoot ? el.shadowRoot.innerHTML : '')).join('\n');

test('whatever the page is, reading never throws, never changes it and never tells hidden text', () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 6 }), (trees) => {
      const doc = documentOf('<style>.gone{display:none}</style>');
      // A shadow tree has styles of its own, so there the class hides nothing: only the two other ways count.
      for (const one of trees) grow(noClassInShadow(one), doc.body, doc);
      const before = serialise(doc.documentElement);
      const reading = readPage(doc, openShadow);
      expect(serialise(doc.documentElement)).toBe(before);
      expect(JSON.stringify(reading)).not.toContain('SECRET');
    }),
    { numRuns: 60 },
  );
});

test('the copy never holds more nodes or depth than its bounds', () => {
  fc.assert(
    fc.property(
      fc.array(tree, { maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 4 }),
      (trees, nodes, depth) => {
        const doc = documentOf('');
        for (const one of trees) grow(one, doc.body, doc);
        const copy = flatten(doc, openShadow, { nodes, depth, characters: 1_000 }).doc;
        const elements = [...copy.body.querySelectorAll('*')];
        const deepest = elements.reduce((most, el) => {
          let n = 0;
          for (let up = el.parentElement; up && up !== copy.body; up = up.parentElement) n += 1;
          return Math.max(most, n);
        }, 0);
        expect(deepest).toBeLessThanOrEqual(depth + 1);
        expect(elements.length).toBeLessThanOrEqual(nodes * 2);
      },
    ),
    { numRuns: 60 },
  );
});

function noClassInShadow(tree: Tree, inShadow = false): Tree {
  const hidden = inShadow && tree.hidden?.[0] === 'class' ? (HIDING[0] ?? null) : tree.hidden;
  const inner = inShadow || (tree.shadow && HOSTS.has(tree.tag));
  return { ...tree, hidden, children: tree.children.map((child) => noClassInShadow(child, inner)) };
}
