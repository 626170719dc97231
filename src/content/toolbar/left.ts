/**
 * Stores the selection of a toolbar action in this world for the script that the worker injects. It belongs to that one
 * action; later requests made in another way must not find it.
 */
declare global {
  /** Ranges selected at the last action, for the script that the worker then injects into this world. */
  var __klSelected: readonly AbstractRange[] | undefined;
}

export function storeSelected(ranges: readonly AbstractRange[]): void {
  globalThis.__klSelected = ranges;
}

/** Call if the action with these ranges failed, so they were not read. Keeps the ranges of a later action. */
export function discardSelected(ranges: readonly AbstractRange[]): void {
  if (globalThis.__klSelected === ranges) clearSelected();
}

/** Call when the selection changes or the toolbar is removed. */
export function clearSelected(): void {
  Reflect.deleteProperty(globalThis, '__klSelected');
}
