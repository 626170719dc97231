/** The one place that performs effects: each is a sandwich of intent frame, deed and result frame. */
import { TroubleError, troubleOf, type Trouble } from '../base/errors.ts';
import { SYSTEM, USER, worst, type Commit, type Labels, type RunSpec, type ToolCallFrame } from './frames.ts';
import type { Job } from './job.ts';
import type { Journal } from './journal.ts';
import { LimitReached, limitTrouble, timeLeft } from './limits.ts';
import { callModel, Unsettled, type ModelCall } from './model-effect.ts';
import { ANSWER_KEY, type Effect } from './next.ts';
import type { RunPorts } from './ports.ts';
import { bestPartial } from './state.ts';
import type { Tool, ToolOutcome } from './tools.ts';

/** Of what a model wrote about what it was shown. */
const FROM_MODEL: Labels = { integrity: 'untrusted', confidentiality: 'private', origin: 'model' };

export async function* perform(
  effect: Exclude<Effect, { type: 'rest' }>,
  spec: RunSpec,
  ports: RunPorts,
  job: Job,
  journal: Journal,
): AsyncGenerator<Commit, void, void> {
  const { state } = journal;
  const parentId = state.lastId;
  switch (effect.type) {
    case 'invoke':
      yield journal.write({ kind: 'agent.invoked', parentId: null, labels: USER, spec });
      return;
    case 'plan': {
      const { tool, args, thought } = effect.call;
      const step = state.step + 1;
      const key = `${String(step)}/${tool}`;
      yield journal.write(
        { kind: 'plan', parentId, labels: SYSTEM, step, by: 'rule', thought, decision: 'call' },
        { kind: 'tool.call', parentId, labels: SYSTEM, step, tool, args, key, reasoning: thought },
      );
      return;
    }
    case 'tool':
      yield* runTool(effect.call, ports, job, journal);
      return;
    case 'wait':
      yield journal.write({
        kind: 'wait',
        parentId,
        labels: SYSTEM,
        until: effect.until,
        message: effect.failure.message,
        reason: effect.failure.code === 'model.rate-limited' ? 'rate-limit' : 'backoff',
      });
      return;
    case 'answer': {
      const model = ports.modelFor(termsOf(journal).config);
      const { request, labels } = await job.answer(state, model, (hash) => readBody(ports, hash));
      const call: ModelCall = {
        key: ANSWER_KEY,
        step: state.step + 1,
        purpose: 'answer',
        part: null,
        request,
        labels: worst(USER, labels),
      };
      yield* callModel(call, journal, ports, effectSignal(journal, ports));
      return;
    }
    case 'respond': {
      const { text, note, partial } = effect;
      const labels = FROM_MODEL;
      yield journal.write(
        {
          kind: 'plan',
          parentId,
          labels,
          step: state.step + 1,
          by: 'model',
          thought: 'The goal is met.',
          decision: 'respond',
        },
        { kind: 'agent.response', parentId, labels, text, partial, note },
      );
      return;
    }
    case 'limit': {
      const trouble = limitTrouble(effect.limit);
      const text = bestPartial(state);
      const labels = FROM_MODEL;
      yield journal.write(
        {
          kind: 'control',
          parentId,
          labels: SYSTEM,
          control: 'limit',
          commandId: null,
          lost: [],
          terms: null,
          note: trouble.message,
        },
        text === ''
          ? { kind: 'error', parentId, labels: SYSTEM, trouble }
          : {
              kind: 'agent.response',
              parentId,
              labels,
              text,
              partial: true,
              note: `${trouble.message} ${trouble.cure}`,
            },
      );
      return;
    }
    case 'fail':
      yield journal.write({ kind: 'error', parentId, labels: SYSTEM, trouble: effect.trouble });
      return;
  }
}

async function* runTool(
  call: ToolCallFrame,
  ports: RunPorts,
  job: Job,
  journal: Journal,
): AsyncGenerator<Commit, void, void> {
  const began = ports.clock.now();
  const signal = effectSignal(journal, ports);
  const settle = (outcome: ToolOutcome, trouble: Trouble | null): Commit =>
    journal.write(
      {
        kind: 'tool.result',
        parentId: call.id,
        labels: outcome.labels,
        key: call.key,
        tool: call.tool,
        isError: trouble !== null,
        message: outcome.message,
        objects: outcome.objects,
        trouble,
        ms: Math.max(0, ports.clock.now() - began),
      },
      {
        kind: 'observation',
        parentId: call.id,
        labels: outcome.labels,
        step: call.step,
        by: 'rule',
        text: outcome.message,
      },
    );
  try {
    const outcome = yield* findTool(job, call.tool).run(call.args, {
      call,
      ports,
      signal,
      state: () => journal.state,
      model: () => ports.modelFor(termsOf(journal).config),
      read: (hash) => readBody(ports, hash),
      callModel: (inner) => callModel(inner, journal, ports, signal),
    });
    yield settle(outcome, null);
  } catch (thrown) {
    if (thrown instanceof Unsettled || thrown instanceof LimitReached) throw thrown;
    if (ports.cancelled.aborted) return; // the command is in the inbox; the loop takes it next
    if (signal.aborted) throw new LimitReached('time');
    const trouble = troubleOf(thrown);
    yield settle({ message: `${trouble.message} ${trouble.cure}`, objects: [], labels: SYSTEM }, trouble);
  }
}

/** What the run works with now: a retry may have changed it since the run began. */
function termsOf(journal: Journal): RunSpec {
  const { spec } = journal.state;
  if (!spec) throw new Error('An effect before the run began.');
  return spec;
}

function findTool(job: Job, name: string): Tool {
  const tool = job.tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  throw new TroubleError({
    code: 'tool.unknown',
    message: `There is no tool ${name}.`,
    cure: 'Use one of the listed tools.',
  });
}

/** Aborts on cancel and when the run's working time is over. */
function effectSignal(journal: Journal, ports: RunPorts): AbortSignal {
  const left = timeLeft(journal.state, ports.clock.now());
  const bound = Math.min(Math.max(0, left) + 50, 2 ** 31 - 1); // a little late, so that the limit has surely been reached
  return AbortSignal.any([ports.cancelled, AbortSignal.timeout(bound)]);
}

async function readBody(ports: RunPorts, hash: string): Promise<string> {
  const text = await ports.blobs.get(hash);
  if (text !== undefined) return text;
  throw new TroubleError({
    code: 'page.lost',
    message: 'The text that had been read is no longer stored.',
    cure: 'Open the page again and summarise it anew.',
  });
}
