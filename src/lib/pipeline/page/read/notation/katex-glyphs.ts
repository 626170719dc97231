/** The MathML behind a formula of which KaTeX left nothing but what it set: rows of a `vlist` go from the lowest up. */

const MAX_DEPTH = 60;
const SPACERS = /(?:^|\s)(?:strut|pstrut|nulldelimiter|frac-line|vlist-s|hide-tail)(?:\s|$)/;

/** `set`: the part for the eye, of class `katex-html`. */
export const rebuildKatex = (set: Element): Element => rebuild(set, 0);

function rebuild(set: Element, depth: number): Element {
  const row = create(set, 'mrow');
  if (depth > MAX_DEPTH) return row;
  for (const node of set.childNodes) {
    if (node.nodeType === 3) row.append(create(set, 'mo', node.nodeValue ?? ''));
    if (node.nodeType === 1) addPart(row, node as Element, depth + 1);
  }
  return row;
}

function addPart(row: Element, part: Element, depth: number): void {
  const className = part.getAttribute('class') ?? '';
  const is = (name: string): boolean => className.split(/\s+/).includes(name);
  const rows = (): Element[] => listRows(part).map((line) => rebuild(line, depth));
  if (SPACERS.test(className)) return;
  if (is('text')) row.append(create(part, 'mtext', part.textContent));
  else if (is('mfrac')) row.append(create(part, 'mfrac', ...rows().reverse()));
  else if (is('sqrt')) {
    const index = part.querySelector(':scope > .root');
    const under = rows().slice(0, 1);
    row.append(index ? create(part, 'mroot', ...under, rebuild(index, depth)) : create(part, 'msqrt', ...under));
  } else if (is('msupsub')) row.append(createScripts(part, row.lastElementChild, rows()));
  else if (is('accent')) row.append(create(part, 'mover', ...rows()));
  else if (is('mtable')) row.append(createTable(part, depth));
  else if (is('op-limits')) {
    const [under, base, over] = rows();
    row.append(
      create(part, over ? 'munderover' : 'munder', ...[base, under, over].filter((line) => line !== undefined)),
    );
  } else row.append(...rebuild(part, depth).children);
}

/** Behind the base, which is the part before. */
function createScripts(part: Element, base: Element | null, scripts: readonly Element[]): Element {
  const isLowered = part.querySelector(':scope > .vlist-t2') !== null;
  const name = scripts.length > 1 ? 'msubsup' : isLowered ? 'msub' : 'msup';
  return create(part, name, base ?? create(part, 'mrow'), ...scripts);
}

/** It is set in columns. */
function createTable(part: Element, depth: number): Element {
  const columns = Array.from(part.querySelectorAll(':scope > [class*="col-align"]'), listRows);
  const rows = (columns[0] ?? []).map((_, i) =>
    create(part, 'mtr', ...columns.flatMap((lines) => lines[i] ?? []).map((cell) => rebuild(cell, depth))),
  );
  return create(part, 'mtable', ...rows);
}

const listRows = (part: Element): readonly Element[] =>
  Array.from(part.querySelector(':scope > .vlist-t > .vlist-r > .vlist')?.children ?? []).filter(
    (line) => !line.querySelector(':scope > .frac-line'),
  );

function create(near: Element, name: string, ...content: (Element | string)[]): Element {
  const element = near.ownerDocument.createElement(name);
  element.append(...content);
  return element;
}
