/** Sends nothing that identifies the user. Null for a redirect: it is not followed. */
export async function fetchPrivately(
  fetch: typeof globalThis.fetch,
  input: RequestInfo | URL,
  init: RequestInit,
): Promise<Response | null> {
  const response = await fetch(input, {
    redirect: 'manual', // `error` could not be told apart from an unreachable server
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    ...init,
  });
  if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status >= 400)) return response;
  void response.body?.cancel().catch(() => undefined);
  return null;
}
