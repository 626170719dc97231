/** Types of bench-readme.mjs for the tests. */
import type { Row } from './bench-table.d.mts';
export function fillTable(readme: string, figures: readonly Row[]): string;
