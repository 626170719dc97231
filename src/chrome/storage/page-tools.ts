/** Tools of pages that the user switched on, in `chrome.storage.local`. Data that fails the schema switches none on. */
import { check } from '../../lib/protocol/check.ts';
import { MAX_PAGE_TOOLS_ON, PAGE_TOOLS_VERSION, type SwitchedPageTool } from '../../lib/protocol/page-tools.ts';

const PAGE_TOOLS_KEY = 'page-tools';

async function loadAll(): Promise<readonly SwitchedPageTool[]> {
  const checked = check('page-tools', (await chrome.storage.local.get(PAGE_TOOLS_KEY))[PAGE_TOOLS_KEY]);
  return checked.ok ? checked.value.tools : [];
}

/** Whether any is on, of whatever page. */
export const hasSwitchedTools = async (): Promise<boolean> => (await loadAll()).length > 0;

export const loadSwitchedTools = async (origin: string): Promise<readonly SwitchedPageTool[]> =>
  (await loadAll()).filter((tool) => tool.origin === origin);

export async function switchPageTool(tool: SwitchedPageTool, on: boolean): Promise<void> {
  await navigator.locks.request(PAGE_TOOLS_KEY, async () => {
    const others = (await loadAll()).filter(({ origin, name }) => origin !== tool.origin || name !== tool.name);
    const tools = on ? [...others, tool].slice(-MAX_PAGE_TOOLS_ON) : others;
    const checked = check('page-tools', { version: PAGE_TOOLS_VERSION, tools });
    if (!checked.ok) throw new Error(checked.message);
    await chrome.storage.local.set({ [PAGE_TOOLS_KEY]: checked.value });
  });
}
