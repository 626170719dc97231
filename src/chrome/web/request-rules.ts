/**
 * Session rules (SAFETY D9): no request or redirect hop of ours reaches a non-public host. Servers the user set up
 * carry a secret mark in the fragment, which is never sent.
 */
import { NOT_PUBLIC_PATTERNS } from '../../lib/pipeline/web/private-hosts.ts';

const ALLOW_RULE_ID = 1;
const BLOCK_RULE_ID = 2;
const KEY_RULE_ID = 1000;
const MARK_IN_RULE = /#(own-[0-9a-f]{32})/;
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

let keyRuleCount = 0;

export interface MarkedAddress {
  /** The fragment of the requests that the rules let pass; never sent. */
  readonly mark: string;
  readonly release: () => void;
}

/**
 * Lets marked requests to a server that the user set up pass, with the header, which the sender of the request never
 * sees. Rejects if the browser refuses the rules.
 */
export async function allowMarkedRequests(
  origin: string,
  [header, value]: readonly [name: string, value: string],
): Promise<MarkedAddress> {
  const base = await installRequestRules();
  keyRuleCount += 1;
  const [id, mark] = [KEY_RULE_ID + keyRuleCount, `${base}-${String(keyRuleCount)}`];
  const rule: chrome.declarativeNetRequest.Rule = {
    id,
    priority: 3, // above the rule that lets marked requests pass, or it would not apply
    action: {
      type: 'modifyHeaders',
      requestHeaders: [{ header, operation: 'set', value }],
    },
    condition: {
      regexFilter: `^${origin.replace(/[.[\]]/g, '\\$&')}/[^#]*#${mark}$`,
      isUrlFilterCaseSensitive: true,
      initiatorDomains: [chrome.runtime.id],
      resourceTypes: ['xmlhttprequest'],
    },
  };
  await chrome.declarativeNetRequest.updateSessionRules({ addRules: [rule] });
  const release = (): void =>
    void chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [id] }).catch(() => undefined); // the next worker removes it
  return { mark, release };
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

function buildRequestRules(extension: string, mark: string): chrome.declarativeNetRequest.Rule[] {
  const createRule = (id: number, type: 'allow' | 'block', regexFilter: string): chrome.declarativeNetRequest.Rule => ({
    id,
    priority: type === 'allow' ? 2 : 1,
    action: { type },
    condition: { regexFilter, initiatorDomains: [extension] },
  });
  return [
    createRule(ALLOW_RULE_ID, 'allow', `^[^#]*#${mark}(?:-[0-9]+)?$`),
    ...NOT_PUBLIC_PATTERNS.map((host, i) => createRule(BLOCK_RULE_ID + i, 'block', host)),
  ];
}
