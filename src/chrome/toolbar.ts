/**
 * The person's word on where the toolbar stands, and the access that goes with it. The one rule: access that was given for the
 * toolbar alone goes with it, and no other does. `allow…` asks the browser before any await, or the gesture is lost.
 */
import { MAX_SITES, type Settings, type ToolbarSettings } from '../lib/protocol/settings.ts';
import { webOrigin } from '../lib/protocol/toolbar.ts';
import { ALL_SITES, forgetOrigin, originPattern } from './permissions.ts';
import { changeSettings, loadSettings } from './settings.ts';
import { changeOwnAccess } from './toolbar-access.ts';
import { abortElsewhere } from './toolbar-scripts.ts';

/** On one site (`https://example.org`; any address of it will do) or on all. False when the person declined. */
export function allowToolbar(where: 'site', origin: string): Promise<boolean>;
export function allowToolbar(where: 'everywhere'): Promise<boolean>;
export async function allowToolbar(where: 'site' | 'everywhere', address = ''): Promise<boolean> {
  const pattern = where === 'everywhere' ? ALL_SITES : originPattern(address);
  if (pattern === null) return false;
  // asked one after the other, awaited together: the answer to the first is what was so before the second
  const [had, given] = await Promise.all([
    chrome.permissions.contains({ origins: [pattern] }),
    chrome.permissions.request({ origins: [pattern] }),
  ]);
  if (!given) return false;
  if (!had) await changeOwnAccess((own) => [...own, pattern]);
  const origin = webOrigin(address);
  await changeToolbar((now) => (origin === null ? { ...now, where: 'everywhere' } : allowedOn(now, origin)));
  return true;
}

/** Takes the toolbar off a site that was chosen, and the access with it where nothing else needs that. */
export async function removeToolbarSite(origin: string): Promise<void> {
  await changeToolbar((now) => ({ ...now, sites: without(now.sites, [origin]) }));
  await giveBack((pattern) => pattern === originPattern(origin));
}

/** Takes it back to the sites that were chosen, from every site; the access to all goes where nothing else needs it. */
export async function toolbarOnSites(): Promise<void> {
  await changeToolbar((now) => ({ ...now, where: 'sites' }));
  await giveBack((pattern) => pattern === ALL_SITES);
}

/** Takes it off every site, and the access with it where nothing else needs that. Where it was not wanted stays known. */
export async function toolbarOff(): Promise<void> {
  await changeToolbar((now) => ({ ...now, where: 'nowhere', sites: [] }));
  await giveBack(() => true);
}

/** From the toolbar's own menu, over a page of these origins: its tab's and its frame's. */
export async function hideToolbar(where: 'site' | 'everywhere', origins: readonly string[]): Promise<void> {
  await changeToolbar((now) => (where === 'everywhere' ? { ...now, where: 'nowhere' } : hiddenOn(now, origins)));
}

function allowedOn(now: ToolbarSettings, origin: string): ToolbarSettings {
  const butNot = without(now.butNot, [origin]);
  if (now.where === 'everywhere') return { ...now, butNot };
  const sites = now.where === 'nowhere' ? [] : now.sites; // chosen once and given up: one yes brings back one
  return { where: 'sites', sites: [...without(sites, [origin]), origin].slice(-MAX_SITES), butNot };
}

function hiddenOn(now: ToolbarSettings, origins: readonly string[]): ToolbarSettings {
  if (now.where !== 'everywhere') return { ...now, sites: without(now.sites, origins) };
  // what a page's script asks for never takes the place of what the person chose before
  return { ...now, butNot: [...without(now.butNot, origins), ...origins].slice(0, MAX_SITES) };
}

const without = (sites: readonly string[], gone: readonly string[]): readonly string[] =>
  sites.filter((site) => !gone.includes(site));

async function changeToolbar(change: (now: ToolbarSettings) => ToolbarSettings): Promise<void> {
  await changeSettings((now) => ({ ...now, toolbar: change(now.toolbar) }));
}

/** First the scripts, which cannot be reached without the access, then the access. */
async function giveBack(which: (pattern: string) => boolean): Promise<void> {
  const settings = await loadSettings();
  await abortElsewhere(settings.toolbar);
  await changeOwnAccess(async (own) => {
    const going = own.filter((pattern) => which(pattern) && !isNeeded(pattern, settings));
    for (const pattern of going) await forgetOrigin(pattern).catch(() => undefined); // gone already
    return own.filter((pattern) => !which(pattern));
  });
}

/** Whether a model's server is reached by it, or the toolbar stands by it still. */
function isNeeded(pattern: string, { models, toolbar }: Settings): boolean {
  if (pattern === ALL_SITES) return toolbar.where === 'everywhere';
  const chosen = toolbar.where === 'sites' ? toolbar.sites : [];
  return [...chosen, ...models.map(({ endpoint }) => endpoint)].some((address) => originPattern(address) === pattern);
}
