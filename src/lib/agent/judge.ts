/** A reply that decides, read and looked at by every rule before anything acts on it. Pure. */
import { boundedDecision } from './bounds.ts';
import { isGoalAchieved, type Decision } from './decision.ts';
import type { Effect } from './effect.ts';
import { signature } from './fold.ts';
import { modelDecides, type Job } from './job.ts';
import { stepsLeft } from './limits.ts';
import { verdictOn } from './gate.ts';
import { parseDecision, parseToolCall } from './parse.ts';
import type { Model, Validator } from './ports.ts';
import { getToolSchemas, notNow, objection, validateToolCall } from './registry.ts';
import type { AgentState, SettledReply } from './session.ts';
import type { PlannedCall } from './tool.ts';

/** What decides beside the state; none of it changes while a run lives. */
export interface Rules {
  readonly job: Job;
  readonly model: Model;
  readonly validator: Validator;
}

/** What follows from the settled reply under that key. */
export function judge(state: AgentState, reply: SettledReply, key: string, { job, model, validator }: Rules): Effect {
  const offered = modelDecides(job, model) && stepsLeft(state) > 1 ? getToolSchemas(job.registry, state) : [];
  const decision = modelDecides(job, model)
    ? boundedDecision(
        parseDecision(reply, offered, (name, args) =>
          validateToolCall(job.registry, { name, parameters: args as never }, validator),
        ),
      )
    : plainAnswer(reply);
  const held = triggersOf(state, job, model)
    .map(([name]) => name)
    .filter((name) => state.held.includes(name));
  const decided = { reply: key, held };
  const invalid = (problem: string, suggestion: string): Effect => ({
    type: 'invalid',
    decision: { type: 'invalid', problem, suggestion },
    ...decided,
  });
  if (isGoalAchieved(decision)) {
    const note = CUT_SHORT[reply.finish] ?? '';
    if (job.converses === true) {
      const { observation, thought, text: question } = decision;
      return { type: 'question', form: 'turn', decision: { type: 'ask', observation, thought, question }, ...decided };
    }
    return { type: 'respond', decision, partial: note !== '', note, ...decided };
  }
  switch (decision.type) {
    case 'invalid': {
      const called = offered.length === 0 ? [] : namesIn(reply);
      const barred = called.map((name) => notNow(job.registry, name, state)).find((why) => why !== null);
      return barred === undefined ? { type: 'invalid', decision, ...decided } : invalid(barred, INSTEAD);
    }
    case 'impossible':
      return { type: 'impossible', decision, ...decided };
    case 'ask':
      return { type: 'question', form: 'question', decision, ...decided };
    case 'call': {
      if (new Set(decision.calls.map((call) => signature(call.name, call.parameters))).size < decision.calls.length) {
        return invalid('The same call stands twice in one reply.', 'Make each call once.');
      }
      for (const call of decision.calls) {
        const said = objection(job.registry, call, state);
        if (said !== null) return invalid(said, INSTEAD);
      }
      const verdicts = decision.calls.map(({ name: tool, parameters: args }) =>
        verdictOn({ tool, args }, reply.labels, job.registry, state),
      );
      const denied = decision.calls[verdicts.indexOf('deny')];
      if (denied) return invalid(`${denied.name} may not be used here.`, 'Answer without it.');
      return { type: 'calls', decision, verdicts, ...decided };
    }
  }
}

const INSTEAD = 'Do something else, or answer with what there is.';
/** Ends of a reply that are not the end of what it had to say. */
const CUT_SHORT: Readonly<Partial<Record<SettledReply['finish'], string>>> = {
  length: 'The model reached the longest reply it was allowed, so the end is missing.',
  'content-filter': 'A filter of the model’s server stopped the answer, so the end is missing.',
};

/** Tools that a reply means to call, as far as it can be read. */
function namesIn({ calls, text }: SettledReply): readonly string[] {
  return calls.length > 0 ? calls.map(({ name }) => name) : [parseToolCall(text)?.name ?? ''];
}

/** Where code decides, the reply is the answer, whatever it looks like. */
function plainAnswer(reply: SettledReply): Decision {
  return { type: 'respond', observation: '', thought: '', text: reply.text };
}

/** Tools whose own condition holds now, with the call each would make. */
export function triggersOf(state: AgentState, job: Job, model: Model): readonly (readonly [string, PlannedCall])[] {
  return Array.from(job.registry.tools.values()).flatMap((tool) => {
    const call = tool.trigger?.(state, model);
    return call ? [[tool.definition.name, call] as const] : [];
  });
}
