/**
 * What a page reads at its opening, in as few files as can be: each costs more than its bytes. One script with what the hidden
 * page reads as well as the panel, one with what else the panel and the settings page both read, and one of the panel alone.
 * What is loaded later is cut by the bundler. What the hidden page reads is never in a script with the rest, which would run there.
 */
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

const PAGES = ['src/sidepanel/main.tsx', 'src/options/main.tsx', 'src/offscreen/main.ts'] as const;

type Context = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;
type Group = Pick<Rolldown.CodeSplittingGroup, 'name' | 'debugName'>;

/** For one build: the modules must not change any more when the first is asked. */
export function createChunkGroups(): Group[] {
  let reached: readonly ReadonlySet<string>[] | null = null;
  const nameChunk = (id: string, context: Context): string | null => {
    reached ??= PAGES.map((page) => listReached(resolve(page), context));
    const [inPanel, inSettings, inHidden] = reached.map((page) => page.has(id));
    if (inPanel !== true) return null;
    if (inHidden === true) return 'shared';
    return inSettings === true ? 'pages' : 'panel';
  };
  // a group takes what its modules import along, so those that import nothing of the others come first
  return ['shared', 'pages', 'panel'].map((name) => ({
    name: (id: string, context: Context) => (nameChunk(id, context) === name ? name : null),
    debugName: name,
  }));
}

function listReached(entry: string, context: Context): ReadonlySet<string> {
  const ids = new Set([entry]);
  for (const id of ids) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}
