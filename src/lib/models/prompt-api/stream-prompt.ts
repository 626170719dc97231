/** Runs one call. One terminal event, none after an abort; destroys its session. */
import { raceWithAbort } from '../../base/async.ts';
import {
  measureInput,
  resolveSampling,
  getUsedTokens,
  type LanguageModelApi,
  type Session,
  type SessionMessage,
} from './api.ts';
import type { PromptCall } from './prompt-call.ts';
import {
  NotAskedError,
  chooseSessionNeeds,
  createSampledSession,
  extractEvidence,
  type PromptFault,
} from './prompt-session.ts';

/** In order: `ready`, any number of `text`, then `done` or `fault`. */
export type PromptEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'done'; readonly input?: number; readonly output?: number }
  | { readonly type: 'fault'; readonly fault: PromptFault };

export async function* streamPrompt(
  api: LanguageModelApi | null,
  call: PromptCall,
  signal: AbortSignal,
): AsyncGenerator<PromptEvent, void, undefined> {
  const waitFor = <T>(work: Promise<T>): Promise<T> =>
    raceWithAbort(work, signal, () => new Error('The caller has gone.'));
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
    yield { type: 'ready' };
    yield* streamReply(session, call, waitFor, signal);
  } catch (thrown) {
    if (signal.aborted) return;
    const during = session ? 'prompt' : 'create';
    yield { type: 'fault', fault: { state, during, ...extractEvidence(thrown, session) } };
  } finally {
    creating?.then(
      (created) => created.destroy(),
      () => undefined,
    );
  }
}

async function* streamReply(
  session: Session,
  { messages, json }: PromptCall,
  waitFor: <T>(work: Promise<T>) => Promise<T>,
  signal: AbortSignal,
): AsyncGenerator<PromptEvent, void, undefined> {
  // The prompt describes the form; the schema would take uncounted room in the window.
  const constraint = json ? { responseConstraint: json, omitResponseConstraintInput: true } : {};
  const before = getUsedTokens(session) ?? 0;
  const measured: { tokens?: number | undefined } = {};
  void measureInput(session, messages, constraint).then((tokens) => (measured.tokens = tokens)); // not awaited, so that the reply is not delayed
  const reader = session.promptStreaming(messages, { ...constraint, signal }).getReader();
  for (;;) {
    const { done, value } = await waitFor(reader.read());
    if (done) break;
    if (value !== '') yield { type: 'text', text: value };
  }
  const after = getUsedTokens(session);
  const input = measured.tokens === undefined ? undefined : before + measured.tokens;
  if (input === undefined) yield { type: 'done' };
  else yield { type: 'done', input, ...(after !== undefined && after >= input ? { output: after - input } : {}) };
}

/** Only the system message: a prompt too long would silently push out other initial messages. */
function buildInitialPrompts({ system }: PromptCall): { readonly initialPrompts?: readonly SessionMessage[] } {
  if (system === '') return {};
  return { initialPrompts: [{ role: 'system', content: [{ type: 'text', value: system }] }] };
}
