/** Tools of pages that the user switched on, in `chrome.storage.local`. Data that fails the schema switches none on. */
import { watchStorage, type StorageChanges } from '../events.ts';
import { check } from '../../lib/protocol/check.ts';
import { MAX_PAGE_TOOLS_ON, PAGE_TOOLS_VERSION, type SwitchedPageTool } from '../../lib/protocol/page-tools.ts';

const PAGE_TOOLS_KEY = 'page-tools';

/** The tools that are switched on, for all pages, oldest first. */
export async function loadPageToolsOn(): Promise<readonly SwitchedPageTool[]> {
  const checked = check('page-tools', (await chrome.storage.local.get(PAGE_TOOLS_KEY))[PAGE_TOOLS_KEY]);
  return checked.ok ? checked.value.tools : [];
}

/** Whether any is on, of whatever page. */
export const hasSwitchedTools = async (): Promise<boolean> => (await loadPageToolsOn()).length > 0;

export const loadSwitchedTools = async (origin: string): Promise<readonly SwitchedPageTool[]> =>
  (await loadPageToolsOn()).filter((tool) => tool.origin === origin);

export const switchPageTool = (tool: SwitchedPageTool, on: boolean): Promise<void> =>
  update((all) => {
    const others = all.filter(({ origin, name }) => origin !== tool.origin || name !== tool.name);
    return on ? [...others, tool].slice(-MAX_PAGE_TOOLS_ON) : others;
  });

export const switchOffPageTools = (origin: string): Promise<void> =>
  update((all) => all.filter((tool) => tool.origin !== origin));

export function watchPageTools(listener: () => void, signal: AbortSignal): void {
  const handleChanges = (changes: StorageChanges): void => {
    if (PAGE_TOOLS_KEY in changes) listener();
  };
  watchStorage('local', handleChanges, signal);
}

type Change = (all: readonly SwitchedPageTool[]) => readonly SwitchedPageTool[];

async function update(change: Change): Promise<void> {
  await navigator.locks.request(PAGE_TOOLS_KEY, async () => {
    const tools = change(await loadPageToolsOn());
    const checked = check('page-tools', { version: PAGE_TOOLS_VERSION, tools });
    if (!checked.ok) throw new Error(checked.message);
    await chrome.storage.local.set({ [PAGE_TOOLS_KEY]: checked.value });
  });
}
