/**
 * What the person has selected, wherever it lies: the document or a shadow tree, open or closed. The one rule: reads, never
 * touches the selection; and keeps out of editors, where the context menu serves.
 */
import { openShadow } from '../../chrome/dom.ts';
import { bounded } from './contract.ts';

export interface Selected {
  readonly ranges: readonly Range[];
  /** Plain text, bounded. */
  readonly text: string;
  /** The innermost element that holds all of it. */
  readonly element: Element;
  /** Whether it was made from its end to its beginning. */
  readonly backward: boolean;
}

/** Chromium's own: the selection as seen from inside a shadow tree. */
type SelectingRoot = ShadowRoot & { getSelection?(): Selection | null };
const MAX_DEPTH = 64;

/**
 * The selection in the tree where it was made. From outside, one inside a shadow tree looks collapsed just before the
 * tree's host: so follow the hosts.
 */
function deepSelection(): Selection | null {
  let selection = document.getSelection();
  for (let depth = 0; selection?.isCollapsed === true && depth < MAX_DEPTH; depth += 1) {
    const host = selection.anchorNode?.childNodes[selection.anchorOffset];
    const root: SelectingRoot | null = host instanceof HTMLElement ? openShadow(host) : null;
    const inner = root?.getSelection?.() ?? null;
    if (inner === null || inner.rangeCount === 0) return null;
    selection = inner;
  }
  return selection?.isCollapsed === false && selection.rangeCount > 0 ? selection : null;
}

/** A copy of the selected range, or null when nothing is selected. Cheap: measures and reads nothing. */
export const selectedRange = (): Range | null => deepSelection()?.getRangeAt(0).cloneRange() ?? null;

/** Whether both begin and end at the same places. */
export function sameRange(a: Range | null, b: Range | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.startContainer === b.startContainer &&
    a.startOffset === b.startOffset &&
    a.endContainer === b.endContainer &&
    a.endOffset === b.endOffset
  );
}

/** The selection with its text; null for one that is blank, or in an editor, or must not be selected. */
export function readSelected(): Selected | null {
  const selection = deepSelection();
  if (selection === null) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const inside = range.commonAncestorContainer;
  const element = inside instanceof Element ? inside : (inside.parentElement ?? hostOf(inside));
  if (element === null || isEditor(element) || getComputedStyle(element).userSelect === 'none') return null;
  const text = selection.toString();
  if (text.trim() === '') return null;
  const backward = selection.anchorNode === range.endContainer && selection.anchorOffset === range.endOffset;
  return { ranges: [range], text: bounded(text), element, backward };
}

function isEditor(element: Element): boolean {
  if (document.designMode === 'on') return true;
  const editable = element instanceof HTMLElement && element.isContentEditable;
  return editable || element.closest('input, textarea, select, [role="textbox"]') !== null;
}

/** Through slots and shadow hosts, outwards. */
export function parentOf(element: Element): Element | null {
  return element.assignedSlot ?? element.parentElement ?? hostOf(element);
}

function hostOf(node: Node): Element | null {
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

/** The focused element in the tree where it lies. */
export function deepFocus(): Element | null {
  let focused = document.activeElement;
  for (let depth = 0; focused !== null && depth < MAX_DEPTH; depth += 1) {
    const inner = openShadow(focused)?.activeElement ?? null;
    if (inner === null) return focused;
    focused = inner;
  }
  return focused;
}
