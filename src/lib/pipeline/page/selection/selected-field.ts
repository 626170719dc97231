/** Reads the selection inside a text field, which a document's selection lacks. Never password fields. */
import { findHeadEnd, findTailStart } from './surroundings.ts';
import { findHeadingPath } from './heading-path.ts';
import { createFlatTree, type OpenShadow } from '../read/flat-tree.ts';
import type { Slices } from '../../text/time-slices.ts';
import { canonicaliseTag } from '../../text/script.ts';
import { hasWords } from '../../text/terms.ts';
import { readPageFields } from './read-selection.ts';
import { SELECTED_BOUNDS, type SelectedText } from './selection.ts';
import { detectPageLanguage } from '../read/metadata.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const MAX_ROOTS = 50;
/** On the way to the headings. */
const MAX_STEPS = 200_000;
const CONTEXT_LENGTH = 2 * SELECTED_BOUNDS.side;

/** Also inside shadow trees; null if none. */
export function getFocusedField(doc: Document, openShadow: OpenShadow): Field | null {
  let el = doc.activeElement;
  for (let n = 0; el && n < MAX_ROOTS; n += 1) {
    const inner = openShadow(el)?.activeElement;
    if (!inner) break;
    el = inner;
  }
  if (el?.localName === 'textarea') return el as Field;
  return el?.localName === 'input' && (el as HTMLInputElement).type !== 'password' ? (el as Field) : null;
}

/** Null if no letter or digit is selected in the field. */
export function* readField(doc: Document, openShadow: OpenShadow, field: Field): Slices<SelectedText | null> {
  const { selectionStart: start, selectionEnd: end, value } = field; // null in fields without text
  if (start === null || end === null) return null;
  const selected = value.slice(start, end).trim();
  if (!hasWords(selected)) return null;
  const text = selected.slice(0, SELECTED_BOUNDS.text).replace(/[\ud800-\udbff]$/, '');
  const language =
    canonicaliseTag(field.closest('[lang]')?.getAttribute('lang') ?? '') || detectPageLanguage(doc, selected);
  const [before, after] = [
    value.slice(Math.max(0, start - CONTEXT_LENGTH), start),
    value.slice(end, end + CONTEXT_LENGTH),
  ];
  return {
    ...(yield* readPageFields(doc)),
    language,
    path: yield* findHeadingPath(createFlatTree(openShadow, MAX_STEPS), field),
    text,
    cut: text.length < selected.length,
    before: before.slice(findTailStart(before, SELECTED_BOUNDS.side, language)).trim(),
    after: after.slice(0, findHeadEnd(after, SELECTED_BOUNDS.side, language)).trim(),
  };
}
