/**
 * Injected on demand: lays `__klReadSelection` into the isolated world for the worker to call by `executeScript({func})`.
 * Rule: reads and leaves nothing else behind, in the page or in the world, however often it is injected.
 */
import { openShadow } from '../chrome/dom.ts';
import { agrees } from '../lib/pipeline/page/find-text.ts';
import { composedRanges } from '../lib/pipeline/page/composed-ranges.ts';
import { readFound, readSelection } from '../lib/pipeline/page/read-selection.ts';
import { focusedField, readField } from '../lib/pipeline/page/selected-field.ts';
import type { SelectedText } from '../lib/pipeline/page/selected.ts';

declare global {
  /** What is selected. Where `plain` is told and something else is selected by now: what the page says there instead. */
  var __klReadSelection: ((plain?: string) => SelectedText | null) | undefined;
  /** What was selected when a toolbar of ours was used; taken by the next reading. */
  var __klSelected: readonly AbstractRange[] | undefined;
}

globalThis.__klReadSelection = (plain = '') => {
  // the world's own: by the same name a window also gives the elements that a page calls so
  const left = Object.hasOwn(globalThis, '__klSelected') ? globalThis.__klSelected : undefined;
  Reflect.deleteProperty(globalThis, '__klSelected');
  const field = left ? null : focusedField(document, openShadow);
  const inField = field && readField(document, openShadow, field);
  if (inField && agrees(plain, [inField.text])) return inField;
  const ranges = left ?? composedRanges(document, openShadow);
  const read = readSelection(document, openShadow, ranges);
  // A range tells its own text; what a browser gives for the composed ones is none, so there its selection does.
  const told = left ? left.map(String).join(' ') : String(getSelection());
  if (read && agrees(plain, [told, read.text])) return read;
  return plain.trim() === '' ? null : readFound(document, openShadow, plain);
};
