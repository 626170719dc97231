/** Tool servers, spoken with by the offscreen document. The token is added by the browser, and taken out of what comes back. */
import type { Json } from '../../lib/base/json.ts';
import { parseJson } from '../../lib/base/loose.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import type { ToolServers } from '../../lib/agent/ports.ts';
import { check } from '../../lib/protocol/check.ts';
import type {
  PromptMessage,
  ResourceMessage,
  ResourcesEvent,
  TextEvent,
} from '../../lib/protocol/offscreen/server-texts.ts';
import type { PreparedEvent, SignInMessage } from '../../lib/protocol/offscreen/sign-in.ts';
import type {
  CallToolMessage,
  ListToolsMessage,
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
const EXTEND_MS = 5000;
/** In which a server is still told of an end, with the token. */
const FAREWELL_MS = 2000;

export interface ChromeToolServers extends ToolServers {
  /** Rejects with a `UserFacingError`. */
  list(address: string, key: KeyName, signal: AbortSignal): Promise<ToolsEvent>;
  /** Rejects with a `UserFacingError`. */
  listResources(address: string, signal: AbortSignal): Promise<ResourcesEvent>;
  /** What a prompt or a resource holds. Rejects with a `UserFacingError`. */
  getText(message: Unmarked<PromptMessage> | Unmarked<ResourceMessage>, signal: AbortSignal): Promise<TextEvent>;
  /** Without a token. Rejects with a `UserFacingError`. */
  prepareSignIn(message: Omit<SignInMessage, 'mark'>, signal: AbortSignal): Promise<PreparedEvent>;
}

type Unmarked<M> = Omit<M, 'mark'>;
/** What does nothing at the server. */
type Question =
  | Unmarked<ListToolsMessage>
  | Unmarked<PromptMessage>
  | Unmarked<ResourceMessage>
  | Unmarked<SignInMessage>;
type AskMessage = Question | Unmarked<CallToolMessage>;

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
  async function find<T extends ToolServerEnd['type']>(
    type: T,
    message: Question,
    key: KeyName,
    signal: AbortSignal,
  ): Promise<Extract<ToolServerEnd, { readonly type: T }>> {
    const event = await ask(message, key, () => undefined, { signal, timeoutMs: LIST_MS });
    if (event.type === type) return event as Extract<ToolServerEnd, { readonly type: T }>;
    throw new UserFacingError(createToolServerError('failed', '', message.address));
  }
  async function release(id: string): Promise<void> {
    const line = await openExistingLine('tool-server').catch(() => null);
    line?.postMessage({ type: 'release', id, question: '' });
    line?.disconnect();
  }
  /** The document holds no call if it is not there. */
  async function extend(id: string, question: string, signal: AbortSignal): Promise<boolean> {
    const line = await openExistingLine('tool-server').catch(() => null);
    if (line === null) return false;
    const work = (): Promise<Extended> => {
      const end = waitForEnd<Extended>(line, parseExtended, CLOSED_QUESTION);
      line.postMessage({ type: 'extend', id, question });
      return end;
    };
    const stopSignal = AbortSignal.any([signal, AbortSignal.timeout(EXTEND_MS)]);
    const { isOpen } = await withLine(() => Promise.resolve(line), 'tool-server', stopSignal, work).catch(
      () => CLOSED_QUESTION,
    );
    return isOpen;
  }
  return {
    list: (address, key, signal) => find('tools', { type: 'list', address }, key, signal),
    listResources: (address, signal) => find('resources', { type: 'list-resources', address }, 'saved', signal),
    getText: (message, signal) => find('text', message, 'saved', signal),
    prepareSignIn: (message, signal) => find('prepared', message, '', signal),
    async call({ address, name, pin }, args, { id, answer }, onProgress, signal) {
      const message = { type: 'call', address, name, pin, args, id, answer } as const;
      const event = await ask(message, 'saved', onProgress, { signal, timeoutMs: CALL_MS }).finally(() => {
        if (signal.aborted) void release(id).catch(() => undefined); // also one whose question was not shown yet
      });
      if (event.type === 'question') {
        const { question, text, asks } = event;
        return { question: { id: question, text, asks } };
      }
      if (event.type !== 'done') throw new UserFacingError(createToolServerError('failed', '', address));
      const { failed, text, structured, cut, leftOut, declined } = event;
      return { failed, text, structured: (parseJson(structured) ?? null) as Json, cut, leftOut, declined };
    },
    extend,
    release,
  };
}

const isRenewable = (event: ToolServerEnd, key: KeyName): boolean =>
  key === 'saved' && event.type === 'fault' && event.mayRenew === true;

/** Whether something was done is not known. */
const isUnknownEnd = (fault: ToolServerFault): boolean => fault === 'timeout' || fault === 'cut';

const CLOSED_EVENT = { type: 'fault', fault: 'cut', detail: CLOSED.message } as const;

interface Extended {
  readonly type: 'extended';
  readonly isOpen: boolean;
}
const CLOSED_QUESTION: Extended = { type: 'extended', isOpen: false };

function parseExtended(message: unknown): Extended {
  const checked = check('tool-server.extended', message);
  return checked.ok ? checked.value : CLOSED_QUESTION;
}

function parseToolServerEvent(message: unknown): ToolServerEvent {
  for (const name of ['progress', 'tools', 'done', 'question', 'resources', 'text', 'prepared', 'fault'] as const) {
    const checked = check(`tool-server.${name}`, message);
    if (checked.ok) return checked.value as ToolServerEvent;
  }
  return { type: 'fault', fault: 'failed', detail: 'its answer is malformed' };
}
