/**
 * Requests that must end at a public address (SAFETY D9), whatever their name resolves to. The guard and the browser's rules
 * know names only; the browser knows the address, before it sends anything, at each hop.
 */

/** Browsers that do not know it ignore it. */
const PUBLIC = { targetAddressSpace: 'public' };

/** What Chrome itself asks to see whether it is online; answers without a body. No sign-in page of a network can answer for it. */
const CONTROL = 'https://connectivitycheck.gstatic.com/generate_204';
const VERDICT_MS = 600_000;

let verdict: { readonly at: number; readonly isProxied: Promise<boolean> } | null = null;

/**
 * Behind a proxy no address is public to the browser, because the proxy resolves names: only there the request is sent
 * without the condition.
 */
export function limitToPublic(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    try {
      return await fetch(input, { ...init, ...PUBLIC });
    } catch (thrown) {
      if (init?.signal?.aborted === true || !(await isProxied())) throw thrown;
      return fetch(input, init);
    }
  };
}

function isProxied(): Promise<boolean> {
  if (verdict === null || Date.now() - verdict.at > VERDICT_MS) verdict = { at: Date.now(), isProxied: askControl() };
  return verdict.isProxied;
}

/** A public server that answers, but not as one. Asked twice, because a connection may fail once. */
async function askControl(): Promise<boolean> {
  const answers = (condition: object): Promise<boolean> =>
    fetch(CONTROL, {
      ...{ mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' },
      ...{ signal: AbortSignal.timeout(5000), ...condition },
    }).then(
      () => true,
      () => false,
    );
  return !(await answers(PUBLIC)) && (await answers({})) && !(await answers(PUBLIC));
}
