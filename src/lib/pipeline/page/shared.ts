/**
 * Tables and lists of which only a share was copied: what gives the share its sense is put back. Rule: of a table that is
 * the header rows and the columns, of a list the numbers; nothing else that was not selected.
 */
import type { Part } from './part.ts';
import { isData } from './tidy.ts';

/** Rows above looked at for cells that reach down. */
const MAX_ROWS = 50;
const MAX_HEADER_ROWS = 3;
const MAX_CELLS = 60;

type ChildrenOf = Part['childrenOf'];
/** Copies an element whole, as it is read. */
type CopyOf = (el: Element) => Element | null;

export function completeShared({ shared, childrenOf }: Part, copyOf: CopyOf): void {
  for (const [el, copy] of shared)
    if (el.localName === 'table') completeTable(el as HTMLTableElement, copy as HTMLTableElement, childrenOf, copyOf);
    else countFrom(el, copy, childrenOf);
}

/** The first item keeps its number. */
function countFrom(list: Element, copy: Element, childrenOf: ChildrenOf): void {
  const items = Array.from(list.children).filter((el) => el.localName === 'li');
  const first = elementsIn(list, childrenOf)[0];
  const at = items.findIndex((item) => item === first);
  const start = Number(list.getAttribute('start') ?? 1);
  if (at > 0) copy.setAttribute('start', String((Number.isSafeInteger(start) ? start : 1) + at));
}

function completeTable(table: HTMLTableElement, copy: HTMLTableElement, childrenOf: ChildrenOf, copyOf: CopyOf): void {
  const top = copy.rows[0];
  const first = firstRow(table, childrenOf);
  const rows = Array.from(table.rows);
  const at = first ? rows.indexOf(first) : -1;
  if (!isData(table) || !first || !top || at === -1) {
    copy.setAttribute('role', 'presentation');
    return;
  }
  const cell = elementsIn(first, childrenOf)[0];
  const skipped = Array.from(first.cells).findIndex((each) => each === cell);
  top.prepend(...blankCells(Array.from(first.cells).slice(0, Math.max(0, skipped)), top.ownerDocument));
  const headers = headersOf(table).filter((row) => rows.indexOf(row) < at);
  // An empty head, too, says that this is data.
  const head = top.ownerDocument.createElement('thead');
  for (const row of headers) head.append(copyOf(row) ?? '');
  for (const row of rows.slice(Math.max(0, at - MAX_ROWS), at))
    if (!headers.includes(row)) top.before(blankRow(row, top.ownerDocument));
  copy.prepend(head);
}

function firstRow(table: HTMLTableElement, childrenOf: ChildrenOf): HTMLTableRowElement | null {
  for (const part of elementsIn(table, childrenOf)) {
    const rows = part.localName === 'tr' ? [part] : elementsIn(part, childrenOf);
    const row = rows.find((el) => el.localName === 'tr');
    if (row && part.localName !== 'caption') return row as HTMLTableRowElement;
  }
  return null;
}

function headersOf(table: HTMLTableElement): readonly HTMLTableRowElement[] {
  if (table.tHead) return Array.from(table.tHead.rows).slice(0, MAX_HEADER_ROWS);
  const first = table.rows[0];
  return first && Array.from(first.cells).every((cell) => cell.localName === 'th') ? [first] : [];
}

const elementsIn = (el: Element, childrenOf: ChildrenOf): readonly Element[] =>
  Array.from(childrenOf(el)).filter((node): node is Element => node.nodeType === 1);

/** Holds the columns, and is dropped for want of text. */
function blankRow(row: HTMLTableRowElement, doc: Document): HTMLTableRowElement {
  const blank = doc.createElement('tr');
  blank.append(...blankCells(Array.from(row.cells), doc));
  return blank;
}

const blankCells = (cells: readonly HTMLTableCellElement[], doc: Document): readonly HTMLElement[] =>
  cells.slice(0, MAX_CELLS).map((cell) => {
    const blank = doc.createElement(cell.localName);
    for (const name of ['colspan', 'rowspan']) blank.setAttribute(name, cell.getAttribute(name) ?? '1');
    return blank;
  });
