/**
 * What was selected when the toolbar was used, left in this world for the script that the worker injects. The one rule: it
 * stands for that one press; nothing that is asked for later by another way may find it.
 */
declare global {
  /** What was selected at the last act, for the script the worker then injects into this world. */
  var __klSelected: readonly AbstractRange[] | undefined;
}

export function leaveSelected(ranges: readonly AbstractRange[]): void {
  globalThis.__klSelected = ranges;
}

/** The press that left `ranges` came to nothing, so nobody has read them. A later press keeps what it left. */
export function takeBack(ranges: readonly AbstractRange[]): void {
  if (globalThis.__klSelected === ranges) forgetSelected();
}

/** Something else is selected, or the toolbar goes. */
export function forgetSelected(): void {
  Reflect.deleteProperty(globalThis, '__klSelected');
}
