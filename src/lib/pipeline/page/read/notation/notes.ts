/** The marks of notes in a text, and the notes that they lead to. */
import { INLINE_ELEMENTS } from '../element-rules.ts';
import { isSamePageLink } from '../urls.ts';
import { readShortText } from './raised-text.ts';

interface NoteMark {
  readonly label: string;
  /** The `id` of the element with the note; '' if a script shows it. */
  readonly id: string;
}

const LABEL = /^\[?((?:(?:note|nb|n|fn)\s?)?\d{1,3}|[a-z]|[*†‡§¶]{1,3})\]?$/i;

/** Null if the element is no raised link to notes of the page, or no text is before it. */
export function findNoteMarks(el: Element, name: string, base: string): readonly NoteMark[] | null {
  const isMark = name === 'sup' || (name === 'a' && el.getAttribute('role') === 'doc-noteref');
  if (!isMark) return null;
  const around = el.closest('a');
  const links = around ? [around] : [...el.querySelectorAll('a')];
  if (links.length === 0 || !links.every((link) => isSamePageLink(link.getAttribute('href'), base))) return null;
  const labels = readShortText(el)
    .split(',')
    .map((text) => LABEL.exec(text.trim())?.[1]?.replace(/\s/g, '-'));
  if (!isBehindText(around ?? el)) return null;
  const marks = labels.flatMap((label, i) => {
    const href = (links[i] ?? links[0])?.getAttribute('href') ?? '';
    return label === undefined ? [] : [{ label, id: decodeId(href.slice(href.indexOf('#') + 1)) }];
  });
  return marks.length === labels.length ? marks : null;
}

function decodeId(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function isBehindText(el: Element): boolean {
  let node: Element | null = el;
  while (node && !node.previousSibling && INLINE_ELEMENTS.has(node.parentElement?.localName ?? ''))
    node = node.parentElement;
  return /\S$/.test(node?.previousSibling?.textContent ?? '');
}

const NOTE_BLOCK = 'li,p,dd,div';

/** Marks the block that begins with an element just copied, if that has the id of a note. `ids`: the labels of the marks so far. */
export function markNote(copy: Element, ids: ReadonlyMap<string, string>): void {
  const id = copy.id || (copy.getAttribute('name') ?? '');
  const label = id === '' ? undefined : ids.get(id);
  if (label === undefined || copy.closest('table,h1,h2,h3,h4,h5,h6')) return;
  const block = copy.closest(NOTE_BLOCK);
  const before = block?.textContent.replace(/[\s[\]().:]/g, '') ?? '';
  if (before === '' || before === label) block?.setAttribute('data-kl-note-text', label);
}
