/** Enables and disables the toolbar and its permissions. `allow…` calls the browser before any await (gesture). */
import { UserFacingError } from '../../lib/base/errors.ts';
import { listServerAddresses } from '../../lib/protocol/settings/servers.ts';
import { MAX_SITES, type Settings, type ToolbarSettings } from '../../lib/protocol/settings/settings.ts';
import { toWebOrigin } from '../../lib/protocol/settings/toolbar.ts';
import { ALL_SITES, removeOrigin, toOriginPattern } from '../permissions.ts';
import { changeSettings, loadSettings } from '../storage/settings.ts';
import { updateToolbarAccess } from './toolbar-access.ts';
import { loadHiddenToolbar, saveHiddenToolbar } from '../storage/session-items.ts';
import { removeUnwanted } from './toolbar-scripts.ts';

/** `origin`: any URL of the site. False if the user declined. */
export function allowToolbar(where: 'site', origin: string): Promise<boolean>;
export function allowToolbar(where: 'everywhere'): Promise<boolean>;
export async function allowToolbar(where: 'site' | 'everywhere', address = ''): Promise<boolean> {
  const pattern = where === 'everywhere' ? ALL_SITES : toOriginPattern(address);
  if (pattern === null) return false;
  // in this order without awaiting: the first answer must be the state before the request
  const [hadAccess, granted] = await Promise.all([
    chrome.permissions.contains({ origins: [pattern] }),
    chrome.permissions.request({ origins: [pattern] }),
  ]);
  if (!granted) return false;
  if (!hadAccess) await updateToolbarAccess((own) => [...own, pattern]);
  const origin = toWebOrigin(address);
  await updateToolbarSettings((now) =>
    origin === null ? { ...now, where: 'everywhere' } : addAllowedSite(now, origin),
  );
  return true;
}

/** Also removes the site's permission if nothing else needs it. */
export async function removeToolbarSite(origin: string): Promise<void> {
  await updateToolbarSettings((now) => ({ ...now, sites: excludeSites(now.sites, [origin]) }));
  await removeAccess((pattern) => pattern === toOriginPattern(origin));
}

export async function limitToolbarToSites(): Promise<void> {
  await updateToolbarSettings((now) => ({ ...now, where: 'sites' }));
  await removeAccess((pattern) => pattern === ALL_SITES);
}

/** Also removes permissions that nothing else needs. The list of excluded sites is kept. */
export async function disableToolbar(): Promise<void> {
  await updateToolbarSettings((now) => ({ ...now, where: 'nowhere', sites: [] }));
  await removeAccess(() => true);
}

/** Rejects with a `UserFacingError` where the list of sites without it is full. `restoreToolbar` of the tab undoes it. */
export async function hideToolbar(
  where: 'site' | 'everywhere',
  origins: readonly string[],
  tabId: number,
): Promise<void> {
  const states: ToolbarSettings[] = [];
  await updateToolbarSettings((now) => {
    const next: ToolbarSettings = where === 'everywhere' ? { ...now, where: 'nowhere' } : addHiddenSites(now, origins);
    states.push(now, next);
    return next;
  });
  const [before, after] = states;
  if (before && after) await saveHiddenToolbar({ tabId, before, after });
}

/** Rejects with a `UserFacingError` if the toolbar's settings are no longer those that hiding it in that tab left. */
export async function restoreToolbar(tabId: number): Promise<void> {
  const hidden = await loadHiddenToolbar(tabId);
  await updateToolbarSettings((now) => {
    if (JSON.stringify(now) !== JSON.stringify(hidden?.after)) throw new UserFacingError(NOT_RESTORED_ERROR);
    return hidden?.before ?? now;
  });
}

function addAllowedSite(now: ToolbarSettings, origin: string): ToolbarSettings {
  const butNot = excludeSites(now.butNot, [origin]);
  if (now.where === 'everywhere') return { ...now, butNot };
  const sites = now.where === 'nowhere' ? [] : now.sites; // enabling one site after disabling the toolbar does not bring back the earlier sites
  return { where: 'sites', sites: [...excludeSites(sites, [origin]), origin].slice(-MAX_SITES), butNot };
}

function addHiddenSites(now: ToolbarSettings, origins: readonly string[]): ToolbarSettings {
  if (now.where !== 'everywhere') return { ...now, sites: excludeSites(now.sites, origins) };
  const butNot = excludeSites(now.butNot, origins);
  // a request from a page's script never displaces the user's earlier choices; the tab's site comes first
  if (butNot.length >= MAX_SITES) throw new UserFacingError(SITES_FULL_ERROR);
  return { ...now, butNot: [...butNot, ...origins].slice(0, MAX_SITES) };
}

const NOT_RESTORED_ERROR = {
  code: 'selection.not-restored',
  message: 'The toolbar’s settings have changed since.',
  hint: 'Turn it on in Settings, under Selection.',
};

const SITES_FULL_ERROR = {
  code: 'selection.sites-full',
  message: 'The list of sites without the toolbar is full.',
  hint: 'Remove some in Settings, under Selection.',
};

const excludeSites = (sites: readonly string[], excluded: readonly string[]): readonly string[] =>
  sites.filter((site) => !excluded.includes(site));

async function updateToolbarSettings(change: (now: ToolbarSettings) => ToolbarSettings): Promise<void> {
  await changeSettings((now) => ({ ...now, toolbar: change(now.toolbar) }));
}

/** Scripts first: they cannot be reached without the permission. */
async function removeAccess(matches: (pattern: string) => boolean): Promise<void> {
  const settings = await loadSettings();
  await removeUnwanted(settings.toolbar);
  await updateToolbarAccess(async (own) => {
    const unneeded = own.filter((pattern) => matches(pattern) && !isNeeded(pattern, settings));
    for (const pattern of unneeded) await removeOrigin(pattern).catch(() => undefined); // already removed
    return own.filter((pattern) => !matches(pattern));
  });
}

/** Patterns of single sites. */
export async function removeUnneededOrigins(patterns: readonly string[]): Promise<void> {
  const settings = await loadSettings();
  for (const pattern of patterns) if (!isNeeded(pattern, settings)) await removeOrigin(pattern);
}

/** Whether something that is set up needs it. What was asked for to read a site, or to sign in, is not the toolbar’s own. */
function isNeeded(pattern: string, settings: Settings): boolean {
  const { where, sites } = settings.toolbar;
  if (pattern === ALL_SITES) return where === 'everywhere';
  const chosen = where === 'sites' ? sites : [];
  return [...chosen, ...listServerAddresses(settings)].some((address) => toOriginPattern(address) === pattern);
}
