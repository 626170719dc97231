/** Elements that a role names: headings, and tables that are made of other elements. */

const ROLES: Readonly<Record<string, string>> = {
  row: 'tr',
  rowgroup: 'tbody',
  cell: 'td',
  gridcell: 'td',
  columnheader: 'th',
  rowheader: 'th',
};
const ROWS = '[role="row"]';
const CELLS = '[role="cell"],[role="gridcell"],[role="columnheader"],[role="rowheader"]';

/** The name of an element for its copy; '' if only what is in it is copied; null if no role decides. `into`: the copy that it goes into. */
export function findNameByRole(el: Element, into: Element): string | null {
  const role = el.getAttribute('role') ?? '';
  if (role === 'heading') return `h${/^[1-6]$/.exec(el.getAttribute('aria-level') ?? '')?.[0] ?? '2'}`;
  if (isTableOfRoles(el, role)) return 'table';
  const parent = into.getAttribute('role') === null ? '' : into.localName;
  if (parent === 'table' || parent === 'tbody') {
    if (role === 'row' || role === 'rowgroup') return ROLES[role] ?? null;
    return el.querySelector(ROWS) ? '' : 'caption';
  }
  if (parent !== 'tr') return null;
  return ROLES[role] ?? (el.querySelector(CELLS) ? '' : 'td');
}

const isTableOfRoles = (el: Element, role: string): boolean =>
  role === 'table' || role === 'grid' || role === 'treegrid'
    ? el.querySelector(ROWS) !== null && (role === 'table' || el.querySelector('[role="columnheader"]') !== null)
    : false;
