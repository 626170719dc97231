/** Groups of tools. An extension's id must differ from all agents' ids. */
import type { Tool } from '../agent/tools/index.ts';

export const EXTENSION_IDS = ['page', 'web', 'pictures', 'memory', 'tabs', 'agents'] as const;

/** Of extensions and tools. Names with an underscore need not be here: no id has one. */
export const RESERVED_IDS: ReadonlySet<string> = new Set([...EXTENSION_IDS, 'recall']);

export interface Extension {
  readonly id: (typeof EXTENSION_IDS)[number];
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool[];
}
