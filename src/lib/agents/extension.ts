/**
 * Extensions: groups of tools under one id. An extension's id must differ from all agents' ids, so that names in
 * `uses_tools` are unambiguous.
 */
import type { Tool } from '../agent/tools/index.ts';

export const EXTENSION_IDS = ['page', 'web', 'pictures', 'memory', 'tabs', 'agents'] as const;

export interface Extension {
  readonly id: (typeof EXTENSION_IDS)[number];
  readonly name: string;
  /** For users and for the builder agent. */
  readonly description: string;
  readonly tools: readonly Tool[];
}
