/** Tools of pages that the user switched on. Data that fails the schema switches none on. */
import { MAX_PAGE_TOOLS_ON, PAGE_TOOLS_VERSION, type SwitchedPageTool } from '../../lib/protocol/page-tools.ts';
import { watchItems } from '../events.ts';
import { createCheckedItem } from './checked-item.ts';

const stored = createCheckedItem<{ readonly version: 1; readonly tools: readonly SwitchedPageTool[] }>('page-tools', {
  version: PAGE_TOOLS_VERSION,
  tools: [],
});

/** The tools that are switched on, for all pages, oldest first. */
export const loadPageToolsOn = async (): Promise<readonly SwitchedPageTool[]> => (await stored.load()).tools;

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

export const watchPageTools = (listener: () => void, signal: AbortSignal): void =>
  watchItems(['page-tools'], listener, signal);

const update = (change: (all: readonly SwitchedPageTool[]) => readonly SwitchedPageTool[]): Promise<void> =>
  stored.update((now) => ({ ...now, tools: change(now.tools) }));
