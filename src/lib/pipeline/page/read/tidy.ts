/** Before the conversion, replaces structures that Markdown lacks. No text is lost. */
import { isPauseDue, type Slices } from '../../text/time-slices.ts';
import { hasWords } from '../../text/terms.ts';
import { moveChildren, renameElement } from './edit-copy.ts';
import { isDataTable } from './tables.ts';
import { getTextLength } from './text-shares.ts';

const BLOCKS = 'p,div,ul,ol,table,pre,blockquote,h1,h2,h3,h4,h5,h6,section,article,figure,dl,hr';
const MAX_LINK_TEXT = 300;

export function* tidy(root: Element): Slices<void> {
  for (const table of [...root.querySelectorAll('table')].reverse()) {
    yield;
    if (!isDataTable(table)) yield* unwrapLayoutTable(table);
  }
  for (const pre of root.querySelectorAll('td pre, th pre')) {
    yield;
    pre.replaceWith(...pre.childNodes); // the code in it
  }
  for (const a of root.querySelectorAll('a')) {
    if (isPauseDue()) yield;
    tidyLink(a);
  }
  for (const br of root.querySelectorAll('code br')) {
    if (isPauseDue()) yield;
    br.replaceWith(' '); // of code only the text is read
  }
  for (const img of root.querySelectorAll('img')) {
    if (isPauseDue()) yield;
    if (!img.hasAttribute('src') || (!img.getAttribute('alt')?.trim() && !img.closest('figure'))) img.remove();
  }
  for (const summary of root.querySelectorAll('summary')) {
    yield;
    const strong = root.ownerDocument.createElement('strong');
    moveChildren(summary, strong);
    renameElement(summary, 'p').append(strong);
  }
}

function* unwrapLayoutTable(table: HTMLTableElement): Slices<void> {
  for (const part of table.querySelectorAll('caption,thead,tbody,tfoot,tr,td,th,colgroup,col')) {
    yield;
    if (part.closest('table') === table) renameElement(part, 'div');
  }
  renameElement(table, 'div');
}

function tidyLink(a: HTMLAnchorElement): void {
  const text = a.textContent.trim();
  const href = a.getAttribute('href');
  if (text === '' && !a.querySelector('img[src]')) {
    a.remove();
    return;
  }
  const isBackLink = text.length <= 2 && a.closest('[data-kl-note-text]') !== null;
  if ((!hasWords(text) || isBackLink) && text !== '' && a.hasAttribute('data-kl-here')) {
    a.remove(); // a permalink sign beside a heading, or a back link of a note
    return;
  }
  if (href === null) {
    renameElement(a, 'span');
    return;
  }
  if (!a.querySelector(BLOCKS) && text.length <= MAX_LINK_TEXT) return;
  const heading = a.querySelector('h1,h2,h3,h4,h5,h6');
  if (heading && getTextLength(heading) <= MAX_LINK_TEXT && heading.textContent.trim() !== '') {
    const inner = a.ownerDocument.createElement('a');
    inner.href = href;
    moveChildren(heading, inner);
    heading.append(inner);
  } else if (text.length <= 120) {
    for (const block of a.querySelectorAll(BLOCKS)) replaceInline(block);
    return;
  }
  renameElement(a, 'div');
}

function replaceInline(block: Element): void {
  const span = renameElement(block, 'span');
  span.prepend(' ');
  span.append(' ');
}
