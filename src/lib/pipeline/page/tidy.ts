/**
 * Between content and Markdown: shapes that Markdown has no word for are made into ones it has. Rule: no text is lost.
 */
import { lengthOf } from './clean.ts';
import { moveChildren, rename } from './nodes.ts';

const BLOCKS = 'p,div,ul,ol,table,pre,blockquote,h1,h2,h3,h4,h5,h6,section,article,figure,dl,hr';
/** A link longer than this is a whole card: its text matters, not that it is one link. */
const MAX_LINK_TEXT = 300;

export function tidy(root: Element): void {
  for (const pre of root.querySelectorAll('td pre, th pre')) rename(pre, 'code');
  for (const table of [...root.querySelectorAll('table')].reverse()) if (!isData(table)) unwrapTable(table);
  for (const a of root.querySelectorAll('a')) tidyLink(a);
  for (const img of root.querySelectorAll('img'))
    if (!img.hasAttribute('src') || (!img.getAttribute('alt')?.trim() && !img.closest('figure'))) img.remove();
  for (const summary of root.querySelectorAll('summary')) {
    const strong = root.ownerDocument.createElement('strong');
    moveChildren(summary, strong);
    rename(summary, 'p').append(strong);
  }
}

/** A table of data, as against one that lays out the page. */
export function isData(table: HTMLTableElement): boolean {
  if (table.getAttribute('role') === 'presentation' || table.querySelector('table')) return false;
  if (table.querySelector('th,caption,thead')) return true;
  const rows = table.rows;
  const columns = rows[0]?.cells.length ?? 0;
  if (rows.length < 2 || columns < 2) return false;
  if (table.querySelector('h1,h2,h3,h4,h5,h6,ul,ol,pre,form')) return false;
  return lengthOf(table) / (rows.length * columns) < 150;
}

function unwrapTable(table: HTMLTableElement): void {
  for (const part of table.querySelectorAll('caption,thead,tbody,tfoot,tr,td,th,colgroup,col'))
    if (part.closest('table') === table) rename(part, 'div');
  rename(table, 'div');
}

/** Links around blocks (cards) move into their heading; links without words or address become plain text. */
function tidyLink(a: HTMLAnchorElement): void {
  const text = a.textContent.trim();
  const href = a.getAttribute('href');
  const words = /[\p{L}\p{N}]/u.test(text);
  if (text === '' && !a.querySelector('img[src]')) {
    a.remove();
    return;
  }
  if (!words && text !== '' && a.hasAttribute('data-kl-here')) {
    a.remove(); // the permanent-link sign beside a heading, the arrow back from a note
    return;
  }
  if (href === null) {
    rename(a, 'span');
    return;
  }
  if (!a.querySelector(BLOCKS) && text.length <= MAX_LINK_TEXT) return;
  const heading = a.querySelector('h1,h2,h3,h4,h5,h6');
  if (heading && lengthOf(heading) <= MAX_LINK_TEXT && heading.textContent.trim() !== '') {
    const inner = a.ownerDocument.createElement('a');
    inner.href = href;
    moveChildren(heading, inner);
    heading.append(inner);
  } else if (text.length <= 120) {
    for (const block of a.querySelectorAll(BLOCKS)) replaceInline(block);
    return;
  }
  rename(a, 'div');
}

function replaceInline(block: Element): void {
  const span = rename(block, 'span');
  span.prepend(' ');
  span.append(' ');
}
