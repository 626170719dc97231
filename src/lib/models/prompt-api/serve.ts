/**
 * Runs one call to the built-in model in the offscreen document, where `LanguageModel` is available. Always ends in one
 * terminal event, or in none after an abort, and destroys its session, which would otherwise keep gigabytes loaded.
 */
import { decodeBase64 } from '../../base/base64.ts';
import {
  parseAvailability,
  measureInput,
  resolveSampling,
  getUsedTokens,
  getContextWindow,
  type Availability,
  type LanguageModelApi,
  type Sampling,
  type Session,
  type SessionMessage,
  type SessionNeeds,
  type SessionOptions,
} from './api.ts';
import { omitUndefined, toText } from '../../base/loose.ts';
import type { PromptCall, PromptEvent, PromptFault, PromptMessage } from './wire.ts';

/** The language of the instructions, which every version of the model supports. */
const BASE_LANGUAGE = 'en';

/** `api` is null in a browser without the Prompt API. */
export async function servePrompt(
  api: LanguageModelApi | null,
  call: PromptCall,
  post: (event: PromptEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const aborting = createAbortPromise(signal);
  const postEvent = (event: PromptEvent): void => {
    if (!signal.aborted) post(event);
  };
  let state: PromptFault['state'] = 'absent';
  let creating: Promise<Session> | null = null;
  let session: Session | null = null;
  try {
    const choice = api && (await Promise.race([chooseSessionNeeds(api, call), aborting.promise]));
    state = choice?.state ?? 'absent';
    // A download needs a user's click, which cannot happen here. Where the model is unavailable, `create` is called for
    // its error.
    const isPointless = choice?.blind === true || state === 'downloadable' || state === 'downloading';
    if (api === null || choice === null || isPointless) throw new NotAskedError(choice?.blind === true);
    const sampling = await Promise.race([resolveSampling(api, call.temperature), aborting.promise]);
    creating = createSampledSession(api, { ...choice.needs, ...buildInitialPrompts(call), signal }, sampling);
    session = await Promise.race([creating, aborting.promise]);
    postEvent({ type: 'ready' });
    postEvent(await Promise.race([streamPromptReply(session, call, postEvent, signal), aborting.promise]));
  } catch (thrown) {
    postEvent({
      type: 'fault',
      fault: { state, during: session ? 'prompt' : 'create', ...extractEvidence(thrown, session) },
    });
  } finally {
    aborting.forget();
    creating?.then(
      (created) => created.destroy(),
      () => undefined,
    );
  }
}

/** Creates a session with the sampling, or without it where the model refuses it. */
async function createSampledSession(
  api: LanguageModelApi,
  options: SessionOptions,
  sampling: Partial<Sampling>,
): Promise<Session> {
  if (sampling.temperature === undefined) return api.create(options);
  try {
    return await api.create({ ...options, ...sampling });
  } catch (thrown) {
    if (!SAMPLING_REFUSALS.has(extractEvidence(thrown, null).name)) throw thrown;
    return api.create(options);
  }
}

const SAMPLING_REFUSALS: ReadonlySet<string> = new Set(['NotSupportedError', 'RangeError', 'TypeError']);

/** No session was requested, since it would be pointless; the state says why. */
class NotAskedError extends Error {
  override readonly name = '';
  readonly blind: boolean;
  constructor(blind: boolean) {
    super('');
    this.blind = blind;
  }
}

/** Streams the reply. Resolves with its final event. */
async function streamPromptReply(
  session: Session,
  call: PromptCall,
  postEvent: (event: PromptEvent) => void,
  signal: AbortSignal,
): Promise<PromptEvent> {
  const input = call.messages.map(toSessionMessage);
  // The prompt already describes the form; sending the schema too would take uncounted room in the window.
  const constraint = call.json ? { responseConstraint: call.json, omitResponseConstraintInput: true } : {};
  const before = getUsedTokens(session) ?? 0;
  const measured: { tokens?: number | undefined } = {};
  void measureInput(session, input, constraint).then((tokens) => (measured.tokens = tokens)); // not awaited, so that the reply is not delayed
  const reader = session.promptStreaming(input, { ...constraint, signal }).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value !== '') postEvent({ type: 'text', text: value });
  }
  const after = getUsedTokens(session);
  if (measured.tokens === undefined) return { type: 'done' };
  const inputTokens = before + measured.tokens;
  // After the window overflowed, the used tokens do not give the size of the reply.
  return {
    type: 'done',
    input: inputTokens,
    ...(after !== undefined && after >= inputTokens ? { output: after - inputTokens } : {}),
  };
}

interface SessionChoice {
  readonly state: Availability;
  readonly needs: SessionNeeds;
  /** A model is available, but only for text. */
  readonly blind: boolean;
}

/**
 * Chooses the requirements of the session. An untested language makes the whole model unavailable, so the languages are
 * then left out.
 */
async function chooseSessionNeeds(api: LanguageModelApi, call: PromptCall): Promise<SessionChoice> {
  const pictures = call.messages.some(({ content }) => content.some(({ type }) => type === 'image'));
  const all = buildSessionNeeds(call.languages, pictures);
  const state = parseAvailability(await api.availability(all));
  if (state !== 'unavailable') return { state, needs: all, blind: false };
  const textNeeds = buildSessionNeeds([], pictures);
  const plainly = parseAvailability(await api.availability(textNeeds));
  if (plainly !== 'unavailable' || !pictures) return { state: plainly, needs: textNeeds, blind: false };
  const text = parseAvailability(await api.availability(buildSessionNeeds([], false)));
  return { state: text, needs: textNeeds, blind: text !== 'unavailable' };
}

export function buildSessionNeeds(languages: readonly string[], pictures: boolean): SessionNeeds {
  const text = { type: 'text', languages: [...new Set([BASE_LANGUAGE, ...languages])] } as const;
  return { expectedInputs: pictures ? [text, { type: 'image' }] : [text], expectedOutputs: [text] };
}

/**
 * Creates the session with the system message only: a prompt that is too long would silently push out any other initial
 * messages, and must be an error instead.
 */
function buildInitialPrompts({ system }: PromptCall): { readonly initialPrompts?: readonly SessionMessage[] } {
  if (system === '') return {};
  return { initialPrompts: [{ role: 'system', content: [{ type: 'text', value: system }] }] };
}

function toSessionMessage({ role, content }: PromptMessage): SessionMessage {
  return {
    role,
    content: content.map((part) =>
      part.type === 'text'
        ? { type: 'text', value: part.text }
        : { type: 'image', value: new Blob([decodeBase64(part.data)], { type: part.mediaType }) },
    ),
  };
}

/** Limit in characters of an exception's name and message. */
const MAX_ERROR_TEXT = 1000;

/** Extracts evidence from any thrown value. */
export function extractEvidence(thrown: unknown, session: Session | null): Omit<PromptFault, 'state' | 'during'> {
  const readField = (name: string): unknown =>
    typeof thrown === 'object' && thrown !== null ? (thrown as Readonly<Record<string, unknown>>)[name] : undefined;
  const readText = (name: string): string => toText(readField(name)).slice(0, MAX_ERROR_TEXT);
  return {
    name: readText('name'),
    message: readText('message'),
    ...(thrown instanceof NotAskedError && thrown.blind ? { blind: true } : {}),
    ...omitUndefined({
      requested: toCount(readField('requested')),
      quota: toCount(readField('quota')),
      contextTokens: session ? getContextWindow(session) : undefined,
    }),
  };
}

function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}

/** Returns a promise that rejects on abort, for waits that do not listen to signals. */
function createAbortPromise(signal: AbortSignal): { readonly promise: Promise<never>; readonly forget: () => void } {
  let forget = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    const rejectWait = (): void => reject(new Error('The caller has gone.'));
    if (signal.aborted) rejectWait();
    else signal.addEventListener('abort', rejectWait, { once: true });
    forget = () => signal.removeEventListener('abort', rejectWait);
  });
  promise.catch(() => undefined); // handled here in case nothing is waiting at that moment
  return { promise, forget };
}
