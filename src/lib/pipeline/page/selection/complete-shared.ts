/** Completes lists and tables of which only a part was selected. */
import { isElement } from '../read/flat-tree.ts';
import { countItems } from '../read/list-numbers.ts';
import { isDataTable, isHeaderRow } from '../read/tables.ts';
import type { Slices } from '../../text/time-slices.ts';
import type { Part } from './part.ts';

const MAX_ROWS = 50;

const MAX_HEADER_ROWS = 3;

const MAX_CELLS = 60;

type GetChildren = Part['getChildren'];

type CopyElement = (el: Element) => Slices<Element | null>;

export function* completeShared(
  { partialCopies: shared, getChildren: childrenOf }: Part,
  copyElement: CopyElement,
): Slices<void> {
  for (const [el, copy] of shared)
    if (el.localName === 'table')
      yield* completeTable(el as HTMLTableElement, copy as HTMLTableElement, childrenOf, copyElement);
    else continueNumbering(el, copy, childrenOf);
}

function continueNumbering(list: Element, copy: Element, getChildren: GetChildren): void {
  const items = Array.from(list.children).filter((el) => el.localName === 'li');
  const first = listElements(list, getChildren)[0];
  const at = items.findIndex((item) => item === first);
  if (list.localName === 'ol' && at >= 0) copy.setAttribute('start', String(countItems(list, items)[at] ?? 1));
}

function* completeTable(
  table: HTMLTableElement,
  copy: HTMLTableElement,
  getChildren: GetChildren,
  copyElement: CopyElement,
): Slices<void> {
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
  for (const row of headers) head.append((yield* copyElement(row)) ?? '');
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
  return first && isHeaderRow(first) ? [first] : [];
}

const listElements = (el: Element, getChildren: GetChildren): readonly Element[] =>
  Array.from(getChildren(el)).filter(isElement);

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
