/** Runs one call in the offscreen document. One terminal event, none after an abort; destroys its session. */
import { raceWithAbort } from '../../base/async.ts';
import { decodeBase64 } from '../../base/base64.ts';
import {
  measureInput,
  resolveSampling,
  getUsedTokens,
  type LanguageModelApi,
  type Session,
  type SessionMessage,
} from './api.ts';
import type { PromptCall, PromptEvent, PromptFault, PromptMessage } from './prompt-messages.ts';
import { NotAskedError, chooseSessionNeeds, createSampledSession, extractEvidence } from './prompt-session.ts';

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
