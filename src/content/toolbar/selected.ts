/** Reads the selection in the document or any shadow tree; ignores editors. */
import { getShadowRoot } from '../../chrome/page/shadow-roots.ts';

export interface Selected {
  readonly ranges: readonly Range[];
  readonly text: string;
  readonly element: Element;
  readonly backward: boolean;
}

/** Chromium only. */
type SelectingRoot = ShadowRoot & { getSelection?(): Selection | null };
const MAX_DEPTH = 64;

/** Follows hosts: from outside, a selection in a shadow tree looks collapsed before the host. */
function getDeepSelection(): Selection | null {
  let selection = document.getSelection();
  for (let depth = 0; selection?.isCollapsed === true && depth < MAX_DEPTH; depth += 1) {
    const host = selection.anchorNode?.childNodes[selection.anchorOffset];
    const root: SelectingRoot | null = host instanceof HTMLElement ? getShadowRoot(host) : null;
    const inner = root?.getSelection?.() ?? null;
    if (inner === null || inner.rangeCount === 0) return null;
    selection = inner;
  }
  return selection?.isCollapsed === false && selection.rangeCount > 0 ? selection : null;
}

/** In UTF-16 units, as in the request's schema. The worker reads longer text from the stored ranges. */
export const MAX_TEXT = 8_000;

export const truncateSelection = (text: string): string => text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '');

/** A copy; null if nothing is selected. Measures and reads nothing. */
export const getSelectedRange = (): Range | null => getDeepSelection()?.getRangeAt(0).cloneRange() ?? null;

export function areSameRange(a: Range | null, b: Range | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.startContainer === b.startContainer &&
    a.startOffset === b.startOffset &&
    a.endContainer === b.endContainer &&
    a.endOffset === b.endOffset
  );
}

/** Null if it is blank, in an editor or not selectable. */
export function readSelected(): Selected | null {
  const selection = getDeepSelection();
  if (selection === null) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const container = range.commonAncestorContainer;
  const element = container instanceof Element ? container : (container.parentElement ?? getShadowHost(container));
  if (element === null || isEditor(element) || getComputedStyle(element).userSelect === 'none') return null;
  const text = selection.toString();
  if (text.trim() === '') return null;
  const backward = selection.anchorNode === range.endContainer && selection.anchorOffset === range.endOffset;
  return { ranges: [range], text: truncateSelection(text), element, backward };
}

function isEditor(element: Element): boolean {
  if (document.designMode === 'on') return true;
  const editable = element instanceof HTMLElement && element.isContentEditable;
  return editable || element.closest('input, textarea, select, [role="textbox"]') !== null;
}

export function getFlatParent(element: Element): Element | null {
  return element.assignedSlot ?? element.parentElement ?? getShadowHost(element);
}

function getShadowHost(node: Node): Element | null {
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

export function getDeepFocus(): Element | null {
  let focused = document.activeElement;
  for (let depth = 0; focused !== null && depth < MAX_DEPTH; depth += 1) {
    const inner = getShadowRoot(focused)?.activeElement ?? null;
    if (inner === null) return focused;
    focused = inner;
  }
  return focused;
}

/** The selection of one toolbar action, for the script that the worker injects into this world. */
export function storeSelected(ranges: readonly AbstractRange[]): void {
  globalThis.__klSelected = ranges;
}

/** Call if the action with these ranges failed. Keeps the ranges of a later action. */
export function discardSelected(ranges: readonly AbstractRange[]): void {
  if (globalThis.__klSelected === ranges) clearSelected();
}

export function clearSelected(): void {
  Reflect.deleteProperty(globalThis, '__klSelected');
}
