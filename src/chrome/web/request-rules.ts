/**
 * Session rules (SAFETY D9): no request or redirect hop of ours reaches a non-public host. Servers the user set up
 * carry a secret mark in the fragment, which is never sent.
 */
import { NOT_PUBLIC_PATTERNS } from '../../lib/pipeline/web/guard.ts';

const ALLOW_RULE_ID = 1;
const BLOCK_RULE_ID = 2;
const MARK_IN_RULE = /#(own-[0-9a-f]{32})\$$/;
const BLOCKED_HOSTS = NOT_PUBLIC_PATTERNS.map((host) => new RegExp(host, 'i'));

let installed: Promise<string> | null = null;

/** Resolves with the mark once the rules are installed. Rejects if the browser refuses them. */
export function installRequestRules(): Promise<string> {
  return (installed ??= installRules().catch((thrown: unknown) => {
    installed = null;
    throw thrown;
  }));
}

/** For servers the user set up. Never use it for a URL from elsewhere. */
export async function markOwnAddress(address: string): Promise<string> {
  const url = new URL(address);
  if (!BLOCKED_HOSTS.some((stop) => stop.test(url.href))) return address;
  const mark = await installRequestRules().catch(() => null); // without rules there is none to pass
  if (mark === null) return address;
  url.hash = mark;
  return url.href;
}

async function installRules(): Promise<string> {
  const rules = await chrome.declarativeNetRequest.getSessionRules();
  const existingMark = rules.find(({ id }) => id === ALLOW_RULE_ID)?.condition.regexFilter?.match(MARK_IN_RULE)?.[1];
  const mark = existingMark ?? `own-${crypto.randomUUID().replaceAll('-', '')}`;
  // also when rules exist: a newer version may block more forms
  await chrome.declarativeNetRequest.updateSessionRules({
    removeRuleIds: rules.map(({ id }) => id),
    addRules: buildRequestRules(chrome.runtime.id, mark),
  });
  return mark;
}

export function buildRequestRules(extension: string, mark: string): chrome.declarativeNetRequest.Rule[] {
  const createRule = (id: number, type: 'allow' | 'block', regexFilter: string): chrome.declarativeNetRequest.Rule => ({
    id,
    priority: type === 'allow' ? 2 : 1,
    action: { type },
    condition: { regexFilter, initiatorDomains: [extension] },
  });
  return [
    createRule(ALLOW_RULE_ID, 'allow', `^[^#]*#${mark}$`),
    ...NOT_PUBLIC_PATTERNS.map((host, i) => createRule(BLOCK_RULE_ID + i, 'block', host)),
  ];
}
