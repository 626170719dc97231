/** What is selected in a text field, where a document's selection does not reach. Rule: never of a password. */
import { headEnd, tailStart } from './around.ts';
import { flatTree, type OpenShadow } from './flat-tree.ts';
import { headingPath } from './heading-path.ts';
import { canonicalTag } from '../text/script.ts';
import { languageOf } from './language.ts';
import { pageOf } from './read-selection.ts';
import { SELECTED_BOUNDS, type SelectedText } from './selected.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const MAX_ROOTS = 50;
/** Looked at on either side. */
const NEAR = 2 * SELECTED_BOUNDS.side;

/** The text field that has the focus, in whatever shadow tree; or null. */
export function focusedField(doc: Document, openShadow: OpenShadow): Field | null {
  let el = doc.activeElement;
  for (let n = 0; el && n < MAX_ROOTS; n += 1) {
    const inner = openShadow(el)?.activeElement;
    if (!inner) break;
    el = inner;
  }
  if (el?.localName === 'textarea') return el as Field;
  return el?.localName === 'input' && (el as HTMLInputElement).type !== 'password' ? (el as Field) : null;
}

/** As plain text. Null where no letter and no digit is selected in the field. */
export function readField(doc: Document, openShadow: OpenShadow, field: Field): SelectedText | null {
  const { selectionStart: start, selectionEnd: end, value } = field; // null in fields that are no text
  if (start === null || end === null) return null;
  const selected = value.slice(start, end).trim();
  if (!/[\p{L}\p{N}]/u.test(selected)) return null;
  const text = selected.slice(0, SELECTED_BOUNDS.text).replace(/[\ud800-\udbff]$/, '');
  const language = canonicalTag(field.closest('[lang]')?.getAttribute('lang') ?? '') || languageOf(doc, selected);
  const [before, after] = [value.slice(Math.max(0, start - NEAR), start), value.slice(end, end + NEAR)];
  return {
    ...pageOf(doc),
    language,
    path: headingPath(flatTree(openShadow), field),
    text,
    cut: text.length < selected.length,
    before: before.slice(tailStart(before, SELECTED_BOUNDS.side, language)).trim(),
    after: after.slice(0, headEnd(after, SELECTED_BOUNDS.side, language)).trim(),
  };
}
