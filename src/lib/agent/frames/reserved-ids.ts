/** Names of a manifest's `uses_tools` that no agent and no server can have. */
export const EXTENSION_IDS = ['page', 'web', 'pictures', 'memory', 'tabs', 'agents'] as const;

/** Ids of extensions and tools. Names with an underscore need not be here: no id has one. */
export const RESERVED_IDS: ReadonlySet<string> = new Set([...EXTENSION_IDS, 'recall']);
