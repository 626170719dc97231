/** Speaks MCP with servers of tools. The client is loaded with the first request. */
import { check } from '../lib/protocol/check.ts';
import type { PortLike } from '../lib/protocol/offscreen/offscreen.ts';
import type { CallToolMessage, ToolServerEvent } from '../lib/protocol/offscreen/tool-server.ts';
import { getErrorMessage } from '../lib/base/errors.ts';
import { createMarkedFetch } from './document-models.ts';

export function serveToolServers(line: PortLike, version: string): void {
  const closing = new AbortController();
  let received = false;
  line.onDisconnect.addListener(() => closing.abort());
  const post = (event: ToolServerEvent): void => {
    if (!closing.signal.aborted) line.postMessage(event);
  };
  line.onMessage.addListener((message) => {
    if (received) return;
    received = true;
    void answer(message, version, post, closing.signal)
      .catch((thrown: unknown) => createFault(getErrorMessage(thrown)))
      .then(post);
  });
}

async function answer(
  message: unknown,
  version: string,
  post: (event: ToolServerEvent) => void,
  signal: AbortSignal,
): Promise<ToolServerEvent> {
  const list = check('tool-server.list', message);
  const call = check('tool-server.call', message);
  const signIn = check('tool-server.prepare', message);
  const asked = list.ok ? list.value : call.ok ? call.value : signIn.ok ? signIn.value : null;
  if (asked === null) return createFault(list.ok ? '' : list.message);
  const fetch = createMarkedFetch(() => asked.mark);
  const options = { address: asked.address, fetch, version, signal };
  if (signIn.ok) {
    const { prepareSignIn } = await import('../lib/mcp/sign-in.ts');
    return prepareSignIn(signIn.value, options);
  }
  const { callTool, listTools } = await import('../lib/mcp/mcp-client.ts');
  return call.ok ? callTool(call.value as CallToolMessage, options, post) : listTools(options);
}

const createFault = (detail: string): ToolServerEvent => ({
  type: 'fault',
  fault: 'failed',
  detail: detail.slice(0, 500),
});
