/**
 * One call to the built-in model, where `LanguageModel` lives. The one rule: whatever happens, it ends in one terminal
 * event, or in none when the caller has gone, and its session is destroyed: a session left over keeps gigabytes loaded.
 */
import { bytesOfBase64 } from '../../base/base64.ts';
import {
  asAvailability,
  measured,
  samplingOf,
  usedBy,
  windowOf,
  type Availability,
  type LanguageModelApi,
  type Sampling,
  type Session,
  type SessionMessage,
  type SessionNeeds,
  type SessionOptions,
} from './api.ts';
import { present, textOf } from '../../base/loose.ts';
import type { PromptCall, PromptEvent, PromptFault, PromptMessage } from './wire.ts';

/** English is what instructions are written in, and what every version knows. */
const BASE_LANGUAGE = 'en';

/** `api` is null in a browser that has none. */
export async function servePrompt(
  api: LanguageModelApi | null,
  call: PromptCall,
  post: (event: PromptEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const gone = aborted(signal);
  const say = (event: PromptEvent): void => {
    if (!signal.aborted) post(event);
  };
  let state: PromptFault['state'] = 'absent';
  let creating: Promise<Session> | null = null;
  let session: Session | null = null;
  try {
    const found = api && (await Promise.race([choose(api, call), gone.promise]));
    state = found?.state ?? 'absent';
    // only a person's click may begin a download, and nobody clicks here; where there is none, the refusal says why
    const hopeless = found?.blind === true || state === 'downloadable' || state === 'downloading';
    if (api === null || found === null || hopeless) throw new NotAskedError(found?.blind === true);
    const sampling = await Promise.race([samplingOf(api, call.temperature), gone.promise]);
    creating = created(api, { ...found.needs, ...opening(call), signal }, sampling);
    session = await Promise.race([creating, gone.promise]);
    say({ type: 'ready' });
    say(await Promise.race([reply(session, call, say, signal), gone.promise]));
  } catch (thrown) {
    say({ type: 'fault', fault: { state, during: session ? 'prompt' : 'create', ...evidence(thrown, session) } });
  } finally {
    gone.forget();
    creating?.then(
      (made) => made.destroy(),
      () => undefined,
    );
  }
}

/** A session, sampled so where the model takes that: one that refuses to be told writes its own way. */
async function created(api: LanguageModelApi, options: SessionOptions, sampling: Partial<Sampling>): Promise<Session> {
  if (sampling.temperature === undefined) return api.create(options);
  try {
    return await api.create({ ...options, ...sampling });
  } catch (thrown) {
    if (!REFUSED.has(evidence(thrown, null).name)) throw thrown;
    return api.create(options);
  }
}

const REFUSED: ReadonlySet<string> = new Set(['NotSupportedError', 'RangeError', 'TypeError']);

/** There is no point in asking for a session; the state says why. */
class NotAskedError extends Error {
  override readonly name = '';
  readonly blind: boolean;
  constructor(blind: boolean) {
    super('');
    this.blind = blind;
  }
}

/** Streams the reply. Resolves with its end. */
async function reply(
  session: Session,
  call: PromptCall,
  say: (event: PromptEvent) => void,
  signal: AbortSignal,
): Promise<PromptEvent> {
  const input = call.messages.map(messageOf);
  // the prompt says what form the reply has: the schema again would take room that counts nowhere
  const form = call.json ? { responseConstraint: call.json, omitResponseConstraintInput: true } : {};
  const before = usedBy(session) ?? 0;
  const weight: { tokens?: number | undefined } = {};
  void measured(session, input, form).then((tokens) => (weight.tokens = tokens)); // not waited for: a reply is worth more
  const reader = session.promptStreaming(input, { ...form, signal }).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (value !== '') say({ type: 'text', text: value });
  }
  const after = usedBy(session);
  if (weight.tokens === undefined) return { type: 'done' };
  const asked = before + weight.tokens;
  // a window that was pushed out of says nothing of the reply
  return { type: 'done', input: asked, ...(after !== undefined && after >= asked ? { output: after - asked } : {}) };
}

interface Choice {
  readonly state: Availability;
  readonly needs: SessionNeeds;
  /** There is a model, but none that sees. */
  readonly blind: boolean;
}

/**
 * What to ask the session to be able to do. A language that the model was not tested for makes it unavailable as a whole;
 * then it is asked for without, and reads the page as well as it can.
 */
async function choose(api: LanguageModelApi, call: PromptCall): Promise<Choice> {
  const pictures = call.messages.some(({ content }) => content.some(({ type }) => type === 'image'));
  const all = needsOf(call.languages, pictures);
  const state = asAvailability(await api.availability(all));
  if (state !== 'unavailable') return { state, needs: all, blind: false };
  const plain = needsOf([], pictures);
  const plainly = asAvailability(await api.availability(plain));
  if (plainly !== 'unavailable' || !pictures) return { state: plainly, needs: plain, blind: false };
  const text = asAvailability(await api.availability(needsOf([], false)));
  return { state: text, needs: plain, blind: text !== 'unavailable' };
}

export function needsOf(languages: readonly string[], pictures: boolean): SessionNeeds {
  const text = { type: 'text', languages: [...new Set([BASE_LANGUAGE, ...languages])] } as const;
  return { expectedInputs: pictures ? [text, { type: 'image' }] : [text], expectedOutputs: [text] };
}

/**
 * Of the conversation, the session is made with the system message alone: what else it began with would be pushed out,
 * unseen, by a prompt that is too long, which is to be an error instead.
 */
function opening({ system }: PromptCall): { readonly initialPrompts?: readonly SessionMessage[] } {
  if (system === '') return {};
  return { initialPrompts: [{ role: 'system', content: [{ type: 'text', value: system }] }] };
}

function messageOf({ role, content }: PromptMessage): SessionMessage {
  return {
    role,
    content: content.map((part) =>
      part.type === 'text'
        ? { type: 'text', value: part.text }
        : { type: 'image', value: new Blob([bytesOfBase64(part.data)], { type: part.mediaType }) },
    ),
  };
}

/** Longest words of an exception that are passed on. */
const MAX_WORDS = 1000;

/** What an exception says, whatever was thrown. */
export function evidence(thrown: unknown, session: Session | null): Omit<PromptFault, 'state' | 'during'> {
  const read = (name: string): unknown =>
    typeof thrown === 'object' && thrown !== null ? (thrown as Readonly<Record<string, unknown>>)[name] : undefined;
  const words = (name: string): string => textOf(read(name)).slice(0, MAX_WORDS);
  return {
    name: words('name'),
    message: words('message'),
    ...(thrown instanceof NotAskedError && thrown.blind ? { blind: true } : {}),
    ...present({
      requested: figure(read('requested')),
      quota: figure(read('quota')),
      contextTokens: session ? windowOf(session) : undefined,
    }),
  };
}

function figure(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}

/** Rejects when the caller goes: whatever is waited for then need not listen to signals. */
function aborted(signal: AbortSignal): { readonly promise: Promise<never>; readonly forget: () => void } {
  let forget = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    const tell = (): void => reject(new Error('The caller has gone.'));
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
    forget = () => signal.removeEventListener('abort', tell);
  });
  promise.catch(() => undefined); // nobody may be waiting at that moment
  return { promise, forget };
}
