import type { ActiveTab } from '../chrome/panel/panel-host.ts';

export function isSameTab(a: ActiveTab, b: ActiveTab): boolean {
  return a.tabId === b.tabId && a.url === b.url && a.title === b.title && a.loading === b.loading;
}
