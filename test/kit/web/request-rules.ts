/** The browser's session rules over this process's own `fetch`: a marked request gets the header that a rule names. */
type Rule = chrome.declarativeNetRequest.Rule;

const nativeFetch = globalThis.fetch;

export interface RequestRules {
  /** For `chrome.declarativeNetRequest`. */
  readonly api: Pick<typeof chrome.declarativeNetRequest, 'getSessionRules' | 'updateSessionRules'>;
  readonly rules: () => readonly Rule[];
}

export function requestRules(): RequestRules {
  let rules: readonly Rule[] = [];
  globalThis.fetch = (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    for (const { action, condition } of rules) {
      if (action.type !== 'modifyHeaders' || !new RegExp(condition.regexFilter ?? '$.').test(href)) continue;
      for (const { header, value = '' } of action.requestHeaders ?? []) headers.set(header, value);
    }
    return nativeFetch(input, { ...init, headers });
  };
  return {
    rules: () => rules,
    api: {
      getSessionRules: () => Promise.resolve([...rules]),
      updateSessionRules({ removeRuleIds = [], addRules = [] }: chrome.declarativeNetRequest.UpdateRuleOptions) {
        rules = [...rules.filter(({ id }) => !removeRuleIds.includes(id)), ...addRules];
        return Promise.resolve();
      },
    },
  };
}
