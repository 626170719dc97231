/** Speaks MCP with tool servers. The client is loaded with the first request. */
import { check } from '../lib/protocol/check.ts';
import type { PortLike } from '../lib/protocol/offscreen/offscreen.ts';
import type { CallToolMessage, ToolServerEvent } from '../lib/protocol/offscreen/tool-server.ts';
import { getErrorMessage } from '../lib/base/errors.ts';
import { createMarkedFetch } from './document-models.ts';
import { createHeldCalls } from './held-calls.ts';
import { serveOnce } from './serve-once.ts';

interface ToolServerService {
  readonly serve: (line: PortLike) => void;
  /** Whether a call is held for the user's answer. */
  readonly isNeeded: () => boolean;
}

export function createToolServerService(version: string): ToolServerService {
  const calls = createHeldCalls();

  function serveCall(message: CallToolMessage, line: PortLike, post: (event: ToolServerEvent) => void): void {
    const { id, mark, address, answer } = message;
    line.onDisconnect.addListener(() => calls.leave(id, post));
    if (answer !== null) {
      if (!calls.answer(id, mark, post, answer)) post(createFault('', 'unanswered'));
      return;
    }
    calls.begin(id, mark, post, async (call) => {
      try {
        const { callTool } = await import('../lib/mcp/mcp-client.ts');
        const fetch = createMarkedFetch(() => call.mark);
        return await callTool(
          message,
          { address, fetch, version, signal: call.signal },
          (event) => call.post?.(event),
          call.ask,
        );
      } catch (thrown) {
        return createFault(getErrorMessage(thrown));
      }
    });
  }

  return {
    isNeeded: calls.isNeeded,
    serve: (line) =>
      serveOnce(line, (message, post, signal) => {
        const call = check('tool-server.call', message);
        const held = check('tool-server.held', message);
        if (call.ok) serveCall(call.value as CallToolMessage, line, post);
        else if (held.ok && held.value.type === 'release') calls.release(held.value.id);
        else if (held.ok)
          line.postMessage({ type: 'extended', isOpen: calls.extend(held.value.id, held.value.question) });
        else
          void answer(message, version, signal)
            .catch((thrown: unknown) => createFault(getErrorMessage(thrown)))
            .then(post);
      }),
  };
}

async function answer(message: unknown, version: string, signal: AbortSignal): Promise<ToolServerEvent> {
  const list = check('tool-server.list', message);
  const prompt = check('tool-server.prompt', message);
  const resource = check('tool-server.resource', message);
  const signIn = check('tool-server.prepare', message);
  const [asked] = [list, prompt, resource, signIn].flatMap((checked) => (checked.ok ? [checked.value] : []));
  if (asked === undefined) return createFault(list.ok ? '' : list.message);
  const fetch = createMarkedFetch(() => asked.mark);
  const options = { address: asked.address, fetch, version, signal };
  if (signIn.ok) {
    const { prepareSignIn } = await import('../lib/mcp/sign-in.ts');
    return prepareSignIn(signIn.value, options);
  }
  const { fetchResources, fetchText, listTools } = await import('../lib/mcp/mcp-client.ts');
  if (prompt.ok) return fetchText(prompt.value, options);
  if (resource.ok) return fetchText(resource.value, options);
  return asked.type === 'list-resources' ? fetchResources(options) : listTools(options);
}

const createFault = (detail: string, fault: 'failed' | 'unanswered' = 'failed'): ToolServerEvent => ({
  type: 'fault',
  fault,
  detail: detail.slice(0, 500),
});
