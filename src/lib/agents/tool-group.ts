import type { EXTENSION_IDS } from '../agent/frames/reserved-ids.ts';
import type { Tool } from '../agent/tool-calls/index.ts';

/** A group of built-in tools that a manifest can name by one id. */
export interface Extension {
  readonly id: (typeof EXTENSION_IDS)[number];
  readonly name: string;
  readonly description: string;
  readonly tools: readonly Tool[];
}
