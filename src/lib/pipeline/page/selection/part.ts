/** A part of the page between two places, as a view for the copying walk. */
import type { View } from '../read/flatten.ts';
import { type FlatTree, walkUp } from '../read/flat-tree.ts';
import { isText, type DomPlace } from './leaves.ts';
import { findFormula } from '../read/code-and-math.ts';
import { isDataTable } from '../read/tidy.ts';

export interface Part extends View {
  readonly root: Element;
  readonly partialCopies: readonly (readonly [Element, Element])[];
}

export interface PartRules {
  isHidden(el: Element, style: CSSStyleDeclaration | null): boolean;
  isMuted?(node: Node): boolean;
}

/** Null if the places have no common element. `from` must not be after `to`. */
export function createPagePart(tree: FlatTree, from: DomPlace, to: DomPlace, rules: PartRules): Part | null {
  const first = new Map<Node, Node>(); // maps each ancestor to its child on the path to the bound
  const last = new Map<Node, Node>();
  const common = findCommonAncestor(tree, from.node, to.node, first, last);
  if (!common) return null;
  const root = findRoot(tree, common);
  const shared: [Element, Element][] = [];
  return {
    root,
    boxed: !KEPT_ROOTS.test(root.localName),
    partialCopies: shared,
    getChildren(el) {
      const [start, end] = [first.get(el), last.get(el)];
      if (!start && !end) return tree.getChildren(el);
      const found: Node[] = [];
      for (let node = start ?? tree.getChildren(el)[0] ?? null; node; node = node === end ? null : tree.getNext(node))
        found.push(node);
      return found;
    },
    getText(node) {
      if (rules.isMuted?.(node)) return '';
      const text = node.nodeValue ?? '';
      return text.slice(node === from.node ? from.offset : 0, node === to.node ? to.offset : text.length);
    },
    isHidden: (el, style) => el !== root && !first.has(el) && !last.has(el) && rules.isHidden(el, style),
    onCopy(el, copy) {
      if ((el === root || first.has(el)) && /^(?:table|ol)$/.test(copy.localName)) shared.push([el, copy]);
      else if (last.has(el) && copy.localName === 'table') shared.push([el, copy]);
    },
  };
}

function findCommonAncestor(
  tree: FlatTree,
  a: Node,
  b: Node,
  first: Map<Node, Node>,
  last: Map<Node, Node>,
): Element | null {
  recordPath(tree, a, first);
  recordPath(tree, b, last);
  if (a === b && !isText(a)) return a as Element;
  const around = new Set<Node>(walkUp(tree, a));
  for (const node of walkUp(tree, b)) if (around.has(node) && node.nodeType === 1) return node as Element;
  return null;
}

function recordPath(tree: FlatTree, node: Node, path: Map<Node, Node>): void {
  let child: Node | null = null;
  for (const up of walkUp(tree, node)) {
    if (child) path.set(up, child);
    child = up;
  }
}

const KEPT_ROOTS = /^(?:pre|code|table|ul|ol|dl|img|math|mjx-container)$/;
const MAX_LEVELS = 60;

/** Partial code, formulas and tables keep their form, so the root must not be inside one. */
function findRoot(tree: FlatTree, common: Element): Element {
  let root = common;
  let rowsAndCells = /^(?:tr|tbody|thead|tfoot)$/.test(common.localName);
  let near = 0;
  for (const node of walkUp(tree, common)) {
    near += 1;
    if (near > MAX_LEVELS || node.nodeType !== 1) break;
    const el = node as Element;
    if (el.localName === 'pre' || el.localName === 'code' || findFormula(el, el.localName)) root = el;
    else if (rowsAndCells && el.localName === 'table') {
      root = el;
      rowsAndCells = false;
    }
  }
  return root;
}

const MAX_ROWS = 50;

const MAX_HEADER_ROWS = 3;

const MAX_CELLS = 60;

type GetChildren = Part['getChildren'];

type CopyElement = (el: Element) => Element | null;

export function completeShared(
  { partialCopies: shared, getChildren: childrenOf }: Part,
  copyElement: CopyElement,
): void {
  for (const [el, copy] of shared)
    if (el.localName === 'table')
      completeTable(el as HTMLTableElement, copy as HTMLTableElement, childrenOf, copyElement);
    else continueNumbering(el, copy, childrenOf);
}

function continueNumbering(list: Element, copy: Element, getChildren: GetChildren): void {
  const items = Array.from(list.children).filter((el) => el.localName === 'li');
  const first = listElements(list, getChildren)[0];
  const at = items.findIndex((item) => item === first);
  const start = Number(list.getAttribute('start') ?? 1);
  if (at > 0) copy.setAttribute('start', String((Number.isSafeInteger(start) ? start : 1) + at));
}

function completeTable(
  table: HTMLTableElement,
  copy: HTMLTableElement,
  getChildren: GetChildren,
  copyElement: CopyElement,
): void {
  const top = copy.rows[0];
  const first = findFirstRow(table, getChildren);
  const rows = Array.from(table.rows);
  const at = first ? rows.indexOf(first) : -1;
  if (!isDataTable(table) || !first || !top || at === -1) {
    copy.setAttribute('role', 'presentation');
    return;
  }
  const cell = listElements(first, getChildren)[0];
  const skipped = Array.from(first.cells).findIndex((other) => other === cell);
  top.prepend(...createBlankCells(Array.from(first.cells).slice(0, Math.max(0, skipped)), top.ownerDocument));
  const headers = listHeaderRows(table).filter((row) => rows.indexOf(row) < at);
  // Even an empty head marks it as a data table.
  const head = top.ownerDocument.createElement('thead');
  for (const row of headers) head.append(copyElement(row) ?? '');
  for (const row of rows.slice(Math.max(0, at - MAX_ROWS), at))
    if (!headers.includes(row)) top.before(createBlankRow(row, top.ownerDocument));
  copy.prepend(head);
}

function findFirstRow(table: HTMLTableElement, getChildren: GetChildren): HTMLTableRowElement | null {
  for (const part of listElements(table, getChildren)) {
    const rows = part.localName === 'tr' ? [part] : listElements(part, getChildren);
    const row = rows.find((el) => el.localName === 'tr');
    if (row && part.localName !== 'caption') return row as HTMLTableRowElement;
  }
  return null;
}

function listHeaderRows(table: HTMLTableElement): readonly HTMLTableRowElement[] {
  if (table.tHead) return Array.from(table.tHead.rows).slice(0, MAX_HEADER_ROWS);
  const first = table.rows[0];
  return first && Array.from(first.cells).every((cell) => cell.localName === 'th') ? [first] : [];
}

const listElements = (el: Element, getChildren: GetChildren): readonly Element[] =>
  Array.from(getChildren(el)).filter((node): node is Element => node.nodeType === 1);

/** Keeps the columns; dropped later because it has no text. */
function createBlankRow(row: HTMLTableRowElement, doc: Document): HTMLTableRowElement {
  const blank = doc.createElement('tr');
  blank.append(...createBlankCells(Array.from(row.cells), doc));
  return blank;
}

const createBlankCells = (cells: readonly HTMLTableCellElement[], doc: Document): readonly HTMLElement[] =>
  cells.slice(0, MAX_CELLS).map((cell) => {
    const blank = doc.createElement(cell.localName);
    for (const name of ['colspan', 'rowspan']) blank.setAttribute(name, cell.getAttribute(name) ?? '1');
    return blank;
  });
