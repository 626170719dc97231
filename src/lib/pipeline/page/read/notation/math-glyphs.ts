/** The MathML behind a formula that MathJax has set as glyphs (CHTML or SVG): structure and characters are in names and codes. */

const MAX_DEPTH = 40;
const NAMES = new Set(
  (
    'math mrow mi mn mo mtext ms mspace mfrac msqrt mroot msup msub msubsup munder mover munderover ' +
    'mtable mtr mtd texatom mstyle mpadded menclose mphantom'
  ).split(' '),
);
const LEAVES = 'mi mn mo mtext ms'.split(' ');
/** The places of the parts of an element among those that were set. */
const ORDERS: Readonly<Record<string, readonly number[]>> = {
  msubsup: [0, 2, 1],
  'mjx-mover': [1, 0],
  'mjx-mroot': [1, 0],
  'mjx-munderover': [1, 2, 0],
};

/** Null if there are no such glyphs. */
export function rebuildMath(container: Element): Element | null {
  const set = container.querySelector('[data-mml-node="math"],mjx-math');
  const math = set && rebuild(set, 0);
  return math && math.textContent.trim() !== '' ? math : null;
}

function rebuild(set: Element, depth: number): Element {
  const name = getName(set);
  const element = set.ownerDocument.createElement(name !== 'texatom' && NAMES.has(name) ? name : 'mrow');
  if (LEAVES.includes(name)) element.textContent = readGlyphs(set);
  else if (depth < MAX_DEPTH) {
    const parts = listParts(set, depth).map((part) => rebuild(part, depth + 1));
    const isRoot = name === 'msqrt' || name === 'mroot';
    const shown = isRoot ? parts.filter((part) => part.textContent !== '√') : parts;
    const isBeside = set.querySelector(':scope > mjx-script') !== null; // limits beside their sign
    const order = ORDERS[isBeside ? 'msubsup' : set.localName] ?? ORDERS[name];
    element.append(...(order?.length === shown.length ? order.flatMap((i) => shown[i] ?? []) : shown));
  }
  return element;
}

/** Elements that only lay out are looked through; a sum's `munder` lies in one. */
function listParts(set: Element, depth: number): readonly Element[] {
  if (depth > MAX_DEPTH) return [];
  return Array.from(set.children).flatMap((child) => {
    const isLayout = !NAMES.has(getName(child)) || (child.localName === 'mjx-munder' && set.localName === 'mjx-box');
    return isLayout ? listParts(child, depth + 1) : [child];
  });
}

const getName = (el: Element): string =>
  el.getAttribute('data-mml-node')?.toLowerCase() ?? /^mjx-(\w+)$/.exec(el.localName)?.[1] ?? '';

/** Letters of mathematical alphabets as plain ones. */
const readGlyphs = (leaf: Element): string =>
  Array.from(leaf.querySelectorAll('[data-c],mjx-c,text,mjx-utext'), (glyph) => {
    const code = glyph.getAttribute('data-c') ?? /\bmjx-c([\dA-F]{1,6})\b/.exec(glyph.getAttribute('class') ?? '')?.[1];
    const point = Number.parseInt(code ?? '', 16);
    return point >= 0 && point <= 0x10ffff ? String.fromCodePoint(point) : glyph.textContent;
  })
    .join('')
    .replace(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'));
