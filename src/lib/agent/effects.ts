/** The one place that performs effects: each is a sandwich of intent frame, deed and result frame. */
import type { ToolCall } from './decision.ts';
import {
  callDrafts,
  FROM_MODEL,
  hashOf,
  intent,
  labelsOf,
  observation,
  outcomeAsk,
  planDrafts,
  settled,
} from './drafts.ts';
import { SYSTEM, USER, worst, type RunSpec } from './frames.ts';
import { modelDecides, type Job } from './job.ts';
import type { Effects, Journal } from './journal.ts';
import { LimitReached, limitTrouble, timeLeft } from './limits.ts';
import { callModel, Unsettled } from './model-effect.ts';
import { verdictOn, type Effect } from './next.ts';
import type { RunPorts } from './ports.ts';
import { bestPartial, type AgentState, type CallRecord } from './session.ts';
import { executeTool } from './execute.ts';
import { getToolSchemas } from './registry.ts';
import { ToolError } from './tool.ts';
import { Stopped, stoppable } from './stoppable.ts';
import { together } from './together.ts';
import type { Transcript } from './transcript.ts';

export interface Scope {
  readonly spec: RunSpec;
  readonly ports: RunPorts;
  readonly job: Job;
  readonly journal: Journal;
  readonly transcript: Transcript;
}

export async function* perform(effect: Exclude<Effect, { type: 'rest' }>, scope: Scope): Effects<void> {
  const { spec, ports, job, journal } = scope;
  const { state } = journal;
  switch (effect.type) {
    case 'invoke':
      yield [{ kind: 'agent.invoked', parentId: null, labels: USER, spec }];
      return;
    case 'rule': {
      const { tool, args, thought } = effect.call;
      const call: ToolCall = { name: tool, parameters: args, reasoning: thought };
      const verdicts = [verdictOn(tool, { labels: SYSTEM }, job)];
      yield [
        ...observation(state),
        {
          kind: 'plan',
          labels: SYSTEM,
          step: state.step + 1,
          by: 'rule',
          thought,
          decision: 'call',
          problem: null,
          reply: null,
          held: effect.held,
        },
        ...(await callDrafts([call], verdicts, SYSTEM, state)),
      ];
      return;
    }
    case 'calls': {
      const { decision, verdicts, reply } = effect;
      const labels = labelsOf(reply, state);
      yield [...planDrafts(effect, state), ...(await callDrafts(decision.calls, verdicts, labels, state))];
      return;
    }
    case 'question': {
      const text = effect.decision.type === 'ask' ? effect.decision.question : '';
      const step = state.step + 1;
      const labels = labelsOf(effect.reply, state);
      yield [
        ...planDrafts(effect, state),
        { kind: 'ask.user', labels, step, key: `${step}/question`, form: 'question', text, call: null },
      ];
      return;
    }
    case 'impossible': {
      const text = effect.decision.type === 'impossible' ? effect.decision.reason : '';
      const labels = labelsOf(effect.reply, state);
      yield [
        ...planDrafts(effect, state),
        { kind: 'agent.response', labels, text, partial: false, impossible: true, note: '' },
      ];
      return;
    }
    case 'invalid':
      yield planDrafts(effect, state);
      return;
    case 'respond': {
      const { text, note, partial, reply } = effect;
      const labels = reply === null ? FROM_MODEL : labelsOf(reply, state);
      const by = reply === null ? 'rule' : 'model';
      const thought = by === 'model' ? 'What is known is enough to answer.' : 'The last result is the answer.';
      yield [
        ...observation(state),
        {
          kind: 'plan',
          labels,
          step: state.step + 1,
          by,
          thought,
          decision: 'respond',
          problem: null,
          reply,
          held: state.held,
        },
        { kind: 'agent.response', labels, text, partial, impossible: false, note },
      ];
      return;
    }
    case 'intend':
      yield effect.calls.map((call) => intent(call, state));
      return;
    case 'settle':
      yield settled(effect.call, state, !modelDecides(job, ports.modelFor(termsOf(state).config)));
      return;
    case 'unknown': {
      const asks = await Promise.all(
        effect.calls.map(async (call) => outcomeAsk(call, await hashOf(call.tool, call.args), state)),
      );
      yield asks;
      return;
    }
    case 'tools':
      yield* bounded(runTools(effect.calls, scope), scope);
      return;
    case 'wait':
      yield [{ kind: 'wait', labels: SYSTEM, until: effect.until, message: effect.message, reason: effect.reason }];
      return;
    case 'decide':
      yield* bounded(decideNext(effect.last, scope), scope);
      return;
    case 'answer':
      yield* bounded(answer(scope), scope);
      return;
    case 'shorten':
      yield [
        {
          kind: 'control',
          labels: SYSTEM,
          control: 'shorten',
          commandId: null,
          share: effect.share,
          note: 'The model’s window is smaller than its settings say: going on with less at once.',
        },
      ];
      return;
    case 'limit': {
      const trouble = limitTrouble(effect.limit);
      const text = bestPartial(state);
      yield [
        ...observation(state),
        {
          kind: 'control',
          labels: SYSTEM,
          control: 'limit',
          commandId: null,
          limit: effect.limit,
          note: trouble.message,
        },
        text === ''
          ? { kind: 'error', labels: SYSTEM, trouble }
          : {
              kind: 'agent.response',
              labels: FROM_MODEL,
              text,
              partial: true,
              impossible: false,
              note: `${trouble.message} ${trouble.cure}`,
            },
      ];
      return;
    }
    case 'fail':
      yield [...observation(state), { kind: 'error', labels: SYSTEM, trouble: effect.trouble }];
      return;
  }
}

/** Decisions made so far: names an effect that comes once between two of them. */
const turns = (state: AgentState): string => String(state.past.length + (state.turn ? 1 : 0));

async function* runTools(calls: readonly CallRecord[], scope: Scope): Effects<void> {
  const { job, journal, ports } = scope;
  const observe = !modelDecides(job, ports.modelFor(termsOf(journal.state).config));
  const read = (hash: string): Promise<string> => readBody(ports, hash);
  const all = yield* together(
    calls.map((call) => executeTool(call, { registry: job.registry, journal, ports, read, observe })),
  );
  const thrown = all.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (thrown.length === 0) return;
  throw (
    thrown.find((reason) => reason instanceof LimitReached) ??
    thrown.find((reason) => !(reason instanceof Unsettled)) ??
    thrown[0]
  );
}

async function* decideNext(last: boolean, scope: Scope): Effects<void> {
  const { job, journal, ports, transcript } = scope;
  const { state } = journal;
  const spec = termsOf(state);
  const prompt = await transcript.prompt(state, ports.modelFor(spec.config), {
    instructions: job.instructions?.(spec) ?? '',
    tools: last ? [] : getToolSchemas(job.registry, state),
    reminder: last ? LAST : '',
  });
  yield* callModel(
    { key: `${turns(state)}/decide`, step: state.step + 1, purpose: 'decide', part: null, ...prompt },
    journal,
    ports,
    effectSignal(scope),
  );
}

/** The answer of a job in which code decides. */
async function* answer(scope: Scope): Effects<void> {
  const { job, journal, ports } = scope;
  const { state } = journal;
  const model = ports.modelFor(termsOf(state).config);
  const { request, labels } = await job.answer(state, model, (hash) => readBody(ports, hash));
  const call = {
    key: `${turns(state)}/answer`,
    step: state.step + 1,
    purpose: 'answer',
    part: null,
    request,
    labels: worst(USER, labels),
  } as const;
  yield* callModel(call, journal, ports, effectSignal(scope));
}

const LAST = 'No further step is left. Answer now, with what you have; say plainly what is missing.';

/** What the run works with now: a retry may have changed it since the run began. */
function termsOf({ spec }: AgentState): RunSpec {
  if (!spec) throw new Error('An effect before the run began.');
  return spec;
}

/** How long an effect that is told to stop may take over its last words: what a stream had written, and its count. */
const LAST_WORDS_MS = 1000;

/** Work that reaches outside, within the run's time: whatever hangs in there, the run does not. */
async function* bounded(work: Effects<void>, scope: Scope): Effects<void> {
  const { clock, cancelled } = scope.ports;
  try {
    yield* stoppable(work, effectSignal(scope), clock, LAST_WORDS_MS);
  } catch (thrown) {
    if (!(thrown instanceof Stopped)) throw thrown;
    if (!cancelled.aborted) throw new LimitReached('time'); // else the command is in the inbox; the loop takes it next
  }
}

/** Aborts on cancel and when the run's working time is over. */
function effectSignal({ journal, ports }: Scope): AbortSignal {
  const left = timeLeft(journal.state, ports.clock.now());
  return AbortSignal.any([ports.cancelled, ports.clock.timeout(left + 50)]); // a little late, so that the limit has surely been reached
}

export async function readBody(ports: RunPorts, hash: string): Promise<string> {
  const text = await ports.blobs.get(hash);
  if (text !== undefined) return text;
  throw new ToolError(
    {
      code: 'page.lost',
      message: 'The text that had been read is no longer stored.',
      cure: 'Open the page again and ask anew.',
    },
    false,
  );
}
