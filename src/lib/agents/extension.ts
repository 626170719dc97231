/** Groups of tools. An extension's id must differ from all agents' ids. */
import type { Tool } from '../agent/tools/index.ts';

export const EXTENSION_IDS = ['page', 'web', 'pictures', 'memory', 'tabs', 'agents'] as const;

export interface Extension {
  readonly id: (typeof EXTENSION_IDS)[number];
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool[];
}
