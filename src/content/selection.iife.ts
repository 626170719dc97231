import { getShadowRoot } from '../chrome/page/shadow-roots.ts';
import { matchesPlainText } from '../lib/pipeline/page/locate/find-text.ts';
import { listComposedRanges } from '../lib/pipeline/page/selection/composed-ranges.ts';
import { readSelectionByText, readSelection } from '../lib/pipeline/page/selection/read-selection.ts';
import { getFocusedField, readField } from '../lib/pipeline/page/selection/selected-field.ts';
import { runInSlices, type Slices } from '../lib/pipeline/text/time-slices.ts';
import type { SelectedText } from '../lib/pipeline/page/selection/selection.ts';

declare global {
  /** If `plain` is given and the selection has changed since, looks for `plain` on the page instead. */
  var __klReadSelection: ((plain?: string) => Promise<SelectedText | null>) | undefined;
  /** The selection when our toolbar was used; consumed by the next reading. */
  var __klSelected: readonly AbstractRange[] | undefined;
}

globalThis.__klReadSelection = (plain = '') => runInSlices(readCurrentSelection(plain));

function* readCurrentSelection(plain: string): Slices<SelectedText | null> {
  // own property: a page's element with that id also shows up on `window`
  const toolbarRanges = Object.hasOwn(globalThis, '__klSelected') ? globalThis.__klSelected : undefined;
  Reflect.deleteProperty(globalThis, '__klSelected');
  const field = toolbarRanges ? null : getFocusedField(document, getShadowRoot);
  const fieldSelection = field && (yield* readField(document, getShadowRoot, field));
  if (fieldSelection && matchesPlainText(plain, [fieldSelection.text])) return fieldSelection;
  const ranges = toolbarRanges ?? listComposedRanges(document, getShadowRoot);
  const read = yield* readSelection(document, getShadowRoot, ranges);
  // The browser's composed ranges have no text of their own.
  const selectedText = toolbarRanges ? toolbarRanges.map(String).join(' ') : String(getSelection());
  if (read && matchesPlainText(plain, [selectedText, read.text])) return read;
  return plain.trim() === '' ? null : yield* readSelectionByText(document, getShadowRoot, plain);
}
