/** Servers of tools, spoken with by the offscreen document. The token is added by the browser, and taken out of what comes back. */
import type { Json } from '../../lib/base/json.ts';
import { parseJson } from '../../lib/base/loose.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import type { ToolServers } from '../../lib/agent/ports.ts';
import { check } from '../../lib/protocol/check.ts';
import type { PreparedEvent, SignInMessage } from '../../lib/protocol/offscreen/sign-in.ts';
import type {
  CallToolMessage,
  ListToolsMessage,
  PromptMessage,
  PromptValues,
  ResultEvent,
  ToolServerEnd,
  ToolServerEvent,
  ToolServerFault,
  ToolsEvent,
} from '../../lib/protocol/offscreen/tool-server.ts';
import { hasAccess } from '../permissions.ts';
import type { KeyName, OpenKeyedAccess } from '../storage/keys.ts';
import { redactValue } from '../storage/redact-key.ts';
import { renewSignIn } from '../storage/sign-ins.ts';
import { runWithTimeout } from '../timeout.ts';
import { saveChallenge } from './challenges.ts';
import type { Offscreen } from './offscreen.ts';
import { CLOSED, waitForEnd, withLine } from './line.ts';
import { createNoAccessError, createToolServerError } from './tool-server-errors.ts';

const LIST_MS = 45_000;
const CALL_MS = 110_000;
/** In which a server is still told of an end, with the token. */
const FAREWELL_MS = 2000;

export interface ChromeToolServers extends ToolServers {
  /** Rejects with a `UserFacingError`. */
  list(address: string, key: KeyName, signal: AbortSignal): Promise<ToolsEvent>;
  /** What a prompt holds. Rejects with a `UserFacingError`. */
  getPrompt(
    prompt: Pick<PromptMessage, 'address' | 'name' | 'pin'>,
    values: PromptValues,
    signal: AbortSignal,
  ): Promise<ResultEvent>;
  /** Without a token. Rejects with a `UserFacingError`. */
  prepareSignIn(message: Omit<SignInMessage, 'mark'>, signal: AbortSignal): Promise<PreparedEvent>;
}

type Unmarked<M> = Omit<M, 'mark'>;
type AskMessage =
  Unmarked<ListToolsMessage> | Unmarked<CallToolMessage> | Unmarked<PromptMessage> | Unmarked<SignInMessage>;

export function createToolServers(
  { open: openLine, openExisting: openExistingLine }: Pick<Offscreen, 'open' | 'openExisting'>,
  openAccess: OpenKeyedAccess,
): ChromeToolServers {
  async function ask(
    message: AskMessage,
    key: KeyName,
    onProgress: (share: number) => void,
    { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
  ): Promise<ToolServerEnd> {
    const { address } = message;
    // what is no call did nothing
    const describe = (fault: ToolServerFault, detail = ''): UserError =>
      createToolServerError(message.type !== 'call' && isUnknownEnd(fault) ? 'unreachable' : fault, detail, address);
    if (!(await hasAccess(address))) throw new UserFacingError(createNoAccessError(address));
    if (key === 'saved') await renewSignIn(address, signal);
    const attempt = () => exchange(message, key, onProgress, { signal, timeoutMs, error: describe('timeout') });
    const first = await attempt();
    // a server may end a token sooner than it said
    const isRenewed = isRenewable(first.event, key) && (await renewSignIn(address, signal, first.secret));
    const { event } = isRenewed ? await attempt() : first;
    if (event.type !== 'fault') return event;
    if (event.challenge) await saveChallenge(address, event.challenge);
    throw new UserFacingError(describe(event.fault, event.detail));
  }

  /** `secret`: what was sent. */
  async function exchange(
    message: AskMessage,
    key: KeyName,
    onProgress: (share: number) => void,
    limits: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly error: UserError },
  ): Promise<{ readonly event: ToolServerEnd; readonly secret: string | null }> {
    const { mark, secret, release } = await openAccess('mcp', message.address, key);
    try {
      const event = await runWithTimeout(limits, (stopSignal) =>
        withLine(openLine, 'tool-server', stopSignal, (line) => {
          const end = waitForEnd<ToolServerEvent>(line, parseToolServerEvent, CLOSED_EVENT, ({ share }) =>
            onProgress(share),
          );
          line.postMessage({ ...message, mark });
          return end;
        }),
      );
      return { event: secret === null ? event : (redactValue(event, secret) as ToolServerEnd), secret };
    } finally {
      setTimeout(release, FAREWELL_MS);
    }
  }
  return {
    async list(address, key, signal) {
      const event = await ask({ type: 'list', address }, key, () => undefined, { signal, timeoutMs: LIST_MS });
      if (event.type === 'tools') return event;
      throw new UserFacingError(createToolServerError('failed', '', address));
    },
    async getPrompt({ address, name, pin }, values, signal) {
      const message = { type: 'prompt', address, name, pin, values } as const;
      const event = await ask(message, 'saved', () => undefined, { signal, timeoutMs: LIST_MS });
      if (event.type === 'done') return event;
      throw new UserFacingError(createToolServerError('failed', '', address));
    },
    async prepareSignIn(message, signal) {
      const { address } = message;
      const event = await ask(message, '', () => undefined, { signal, timeoutMs: LIST_MS });
      if (event.type === 'prepared') return event;
      throw new UserFacingError(createToolServerError('failed', '', address));
    },
    async call({ address, name, pin }, args, { id, answer }, onProgress, signal) {
      const message = { type: 'call', address, name, pin, args, id, answer } as const;
      const event = await ask(message, 'saved', onProgress, { signal, timeoutMs: CALL_MS });
      if (event.type === 'question') {
        const { question, text, asks } = event;
        return { question: { id: question, text, asks } };
      }
      if (event.type !== 'done') throw new UserFacingError(createToolServerError('failed', '', address));
      const { failed, text, structured, cut, leftOut, declined } = event;
      return { failed, text, structured: (parseJson(structured) ?? null) as Json, cut, leftOut, declined };
    },
    async release(id) {
      const line = await openExistingLine('tool-server').catch(() => null);
      line?.postMessage({ type: 'release', id });
      line?.disconnect();
    },
  };
}

const isRenewable = (event: ToolServerEnd, key: KeyName): boolean =>
  key === 'saved' && event.type === 'fault' && event.mayRenew === true;

/** Whether something was done is not known. */
const isUnknownEnd = (fault: ToolServerFault): boolean => fault === 'timeout' || fault === 'cut';

const CLOSED_EVENT = { type: 'fault', fault: 'cut', detail: CLOSED.message } as const;

function parseToolServerEvent(message: unknown): ToolServerEvent {
  for (const name of ['progress', 'tools', 'done', 'question', 'prepared', 'fault'] as const) {
    const checked = check(`tool-server.${name}`, message);
    if (checked.ok) return checked.value as ToolServerEvent;
  }
  return { type: 'fault', fault: 'failed', detail: 'its answer is malformed' };
}
