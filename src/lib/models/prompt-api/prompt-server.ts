/** Runs one call in the offscreen document. One terminal event, none after an abort; destroys its session. */
import { raceWithAbort } from '../../base/async.ts';
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
  toTokenCount,
} from './api.ts';
import type { PromptCall, PromptEvent, PromptFault, PromptMessage } from './prompt-messages.ts';
import { omitUndefined, toText } from '../../base/loose.ts';

const BASE_LANGUAGE = 'en';

export async function servePrompt(
  api: LanguageModelApi | null,
  call: PromptCall,
  post: (event: PromptEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const waitFor = <T>(work: Promise<T>): Promise<T> =>
    raceWithAbort(work, signal, () => new Error('The caller has gone.'));
  const postEvent = (event: PromptEvent): void => {
    if (!signal.aborted) post(event);
  };
  let state: PromptFault['state'] = 'absent';
  let creating: Promise<Session> | null = null;
  let session: Session | null = null;
  try {
    const choice = api && (await waitFor(chooseSessionNeeds(api, call)));
    state = choice?.state ?? 'absent';
    // A download needs a user's click. An unavailable model's `create` is called for its error.
    const isPointless = choice?.blind === true || state === 'downloadable' || state === 'downloading';
    if (api === null || choice === null || isPointless) throw new NotAskedError(choice?.blind === true);
    const sampling = await waitFor(resolveSampling(api, call.temperature));
    creating = createSampledSession(api, { ...choice.needs, ...buildInitialPrompts(call), signal }, sampling);
    session = await waitFor(creating);
    postEvent({ type: 'ready' });
    postEvent(await waitFor(streamPromptReply(session, call, postEvent, signal)));
  } catch (thrown) {
    postEvent({
      type: 'fault',
      fault: { state, during: session ? 'prompt' : 'create', ...extractEvidence(thrown, session) },
    });
  } finally {
    creating?.then(
      (created) => created.destroy(),
      () => undefined,
    );
  }
}

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

class NotAskedError extends Error {
  override readonly name = '';
  readonly blind: boolean;
  constructor(blind: boolean) {
    super('');
    this.blind = blind;
  }
}

async function streamPromptReply(
  session: Session,
  call: PromptCall,
  postEvent: (event: PromptEvent) => void,
  signal: AbortSignal,
): Promise<PromptEvent> {
  const input = call.messages.map(toSessionMessage);
  // The prompt describes the form; the schema would take uncounted room in the window.
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
  return {
    type: 'done',
    input: inputTokens,
    ...(after !== undefined && after >= inputTokens ? { output: after - inputTokens } : {}),
  };
}

interface SessionChoice {
  readonly state: Availability;
  readonly needs: SessionNeeds;
  readonly blind: boolean;
}

/** Leaves out languages if one makes the model unavailable. */
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

/** Only the system message: a prompt too long would silently push out other initial messages. */
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

const MAX_ERROR_TEXT = 1000;

export function extractEvidence(thrown: unknown, session: Session | null): Omit<PromptFault, 'state' | 'during'> {
  const readField = (name: string): unknown =>
    typeof thrown === 'object' && thrown !== null ? (thrown as Readonly<Record<string, unknown>>)[name] : undefined;
  const readText = (name: string): string => toText(readField(name)).slice(0, MAX_ERROR_TEXT);
  return {
    name: readText('name'),
    message: readText('message'),
    ...(thrown instanceof NotAskedError && thrown.blind ? { blind: true } : {}),
    ...omitUndefined({
      requested: toTokenCount(readField('requested')),
      quota: toTokenCount(readField('quota')),
      contextTokens: session ? getContextWindow(session) : undefined,
    }),
  };
}
