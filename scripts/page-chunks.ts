/**
 * What a page reads at its opening, in as few files as can be: each costs more than its bytes. One script with what panel
 * and settings page both read, and one of each. What is loaded later is cut by the bundler. What the hidden page reads too is
 * never in the panel's script, which would run there.
 */
import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

const PAGES = ['src/sidepanel/main.tsx', 'src/options/main.tsx', 'src/offscreen/main.ts'] as const;

type Context = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** For one build: the modules must not change any more when it is first asked. */
export function createChunkNamer(): (id: string, context: Context) => string | null {
  let reached: readonly ReadonlySet<string>[] | null = null;
  return (id, context) => {
    reached ??= PAGES.map((page) => listReached(resolve(page), context));
    const [panel, ...others] = reached;
    if (panel?.has(id) !== true) return null;
    return others.some((page) => page.has(id)) ? 'pages' : 'panel';
  };
}

function listReached(entry: string, context: Context): ReadonlySet<string> {
  const ids = new Set([entry]);
  for (const id of ids) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}
