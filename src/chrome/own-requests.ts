/**
 * The browser's own rules on what this extension may fetch (SAFETY D9). The one rule: no request of ours, nor any hop of a
 * redirect, reaches a host that is not public, but for those that the person set up: their addresses carry a mark, in the
 * fragment, which is sent nowhere and which nobody else knows. The rules last as long as the browser, whatever the worker does.
 */
import { NOT_PUBLIC } from '../lib/pipeline/web/guard.ts';

const ALLOW = 1;
const BLOCK = 2;
const MARKED = /#(own-[0-9a-f]{32})\$$/;
/** As the browser takes them: without regard to case. */
const STOPS = NOT_PUBLIC.map((host) => new RegExp(host, 'i'));

let ruled: Promise<string> | null = null;

/** Resolves with the mark once the rules stand. Rejects where the browser refuses them. */
export function ruleOwnRequests(): Promise<string> {
  return (ruled ??= standing().catch((thrown: unknown) => {
    ruled = null;
    throw thrown;
  }));
}

/** The address of a server that the person set up, as it is to be fetched. Never for an address that came from elsewhere. */
export async function ownAddress(address: string): Promise<string> {
  const url = new URL(address);
  if (!STOPS.some((stop) => stop.test(url.href))) return address;
  const mark = await ruleOwnRequests().catch(() => null); // where no rule stands, there is none to pass
  if (mark === null) return address;
  url.hash = mark;
  return url.href;
}

async function standing(): Promise<string> {
  const rules = await chrome.declarativeNetRequest.getSessionRules();
  const known = rules.find(({ id }) => id === ALLOW)?.condition.regexFilter?.match(MARKED)?.[1];
  const mark = known ?? `own-${crypto.randomUUID().replaceAll('-', '')}`;
  // also where they stood: the product may have learnt of another form meanwhile
  await chrome.declarativeNetRequest.updateSessionRules({
    removeRuleIds: rules.map(({ id }) => id),
    addRules: rulesFor(chrome.runtime.id, mark),
  });
  return mark;
}

/** For requests by this extension alone, of whatever kind; a tab that is opened at a person's click is none of them. */
export function rulesFor(extension: string, mark: string): chrome.declarativeNetRequest.Rule[] {
  const rule = (id: number, type: 'allow' | 'block', regexFilter: string): chrome.declarativeNetRequest.Rule => ({
    id,
    priority: type === 'allow' ? 2 : 1,
    action: { type },
    condition: { regexFilter, initiatorDomains: [extension] },
  });
  return [rule(ALLOW, 'allow', `^[^#]*#${mark}$`), ...NOT_PUBLIC.map((host, i) => rule(BLOCK + i, 'block', host))];
}
