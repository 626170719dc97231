/** Removes network APIs from a thread that reads a stranger's file. */
export function dropNetworkApis(): void {
  for (const api of [
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'WebSocketStream',
    'WebTransport',
    'EventSource',
    'Worker',
  ])
    Object.defineProperty(globalThis, api, { value: undefined });
}
