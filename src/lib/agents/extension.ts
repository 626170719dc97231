/** An extension: tools under one id. The one rule: an id here is no agent's, so that a name in `uses_tools` means one thing. */
import type { Tool } from '../agent/tools.ts';

export const EXTENSION_IDS = ['page', 'web', 'pictures', 'memory', 'tabs', 'agents'] as const;

export interface Extension {
  readonly id: (typeof EXTENSION_IDS)[number];
  readonly name: string;
  /** For people and for the builder. */
  readonly description: string;
  readonly tools: readonly Tool[];
}
