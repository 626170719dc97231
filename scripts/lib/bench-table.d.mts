/** Types of bench-table.mjs for the tests. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly against?: { readonly name: string; readonly value: number };
}
export interface Group {
  readonly figures?: readonly Row[];
  readonly error?: string;
  /** Why it was left out. */
  readonly note?: string;
  readonly seconds?: number;
}
export function formatGroup(name: string, group: Group): string;
export function figure(value: number): string;
