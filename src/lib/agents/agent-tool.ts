/**
 * An agent as a tool of whoever may call it (R7.2). The one rule: it is told the task and its context and nothing else, and what
 * comes back is somebody's report: data, with the sources that it can be checked against.
 */
import type { AgentCard, AgentManifest, Citation, ToolObject } from '../agent/frames.ts';
import { worst } from '../agent/frames.ts';
import type { Grade } from '../agent/frames.ts';
import type { Effects } from '../agent/journal.ts';
import { termsFor } from '../agent/terms.ts';
import type { AgentState } from '../agent/state.ts';
import { textArg, ToolError, type Tool, type ToolContext, type ToolOutcome } from '../agent/tools.ts';
import { toolNameOf } from '../jobs/agent.ts';
import { metaText, WEB } from '../toolbox/page.ts';
import { cardsOf, savedIn } from './cards.ts';

/** Longest task and context, in characters. */
export const MOST_TASK = 4000;
export const MOST_CONTEXT = 12_000;

export { toolNameOf };

const SCHEMA = {
  type: 'object',
  properties: {
    task: {
      type: 'string',
      minLength: 1,
      maxLength: MOST_TASK,
      description: 'What it is to do, complete in itself: it sees nothing of this conversation.',
    },
    context: {
      type: 'string',
      maxLength: MOST_CONTEXT,
      description: 'What it has to know for that; leave it out where the task says it all.',
    },
  },
  required: ['task'],
  additionalProperties: false,
} as const;

export function agentTool(card: AgentCard): Tool {
  return {
    definition: {
      name: toolNameOf(card.id),
      description: describe(card),
      inputSchema: SCHEMA,
      outputSchema: null,
      examples: [],
      annotations: { title: card.name, readOnly: false, destructive: false, idempotent: true, openWorld: false },
    },
    // it reaches nothing by itself: each call that it makes is looked at as its own
    tier: 'pure',
    timeoutMs: null,
    async *run(args, context) {
      const agent = await manifestOf(card, context);
      expectModel(agent, context);
      const told = args['context'] === undefined ? '' : textArg(args, 'context');
      const sub = yield* context.invoke({
        agent,
        task: textArg(args, 'task'),
        context: told,
        agents: cardsOf(context.state()),
      });
      return yield* reportOf(agent, sub, context);
    },
  };
}

const describe = ({ name, mode, routing }: AgentCard): string =>
  mode === 'handoff'
    ? `Hand the conversation over to ${name}, who talks with the person until done. ${routing}`
    : `Have ${name} do a part of the work and report. ${routing}`;

async function manifestOf({ name, manifest }: AgentCard, { ports }: ToolContext): Promise<AgentManifest> {
  const text = await ports.blobs.get(manifest);
  if (text !== undefined) return JSON.parse(text) as AgentManifest;
  const trouble = {
    code: 'agent.gone',
    message: `What ${name} is made of is no longer stored.`,
    cure: 'Do it without that agent.',
  };
  throw new ToolError(trouble, false);
}

/** An engine without a language follows no instructions. */
function expectModel(agent: AgentManifest, { ports, state }: ToolContext): void {
  const { spec } = state();
  const model = spec && ports.modelFor(termsFor(agent, spec).models.main.config);
  if (model && model.toolCalling !== 'none') return;
  const message = `${agent.name} needs a language model, and none is set up.`;
  throw new ToolError({ code: 'agent.no-model', message, cure: 'Set up a model in Settings.' }, false);
}

/** What the agent's work came to, for its caller. */
async function* reportOf(agent: AgentManifest, sub: AgentState, context: ToolContext): Effects<ToolOutcome> {
  const { answer, trouble, status } = sub;
  const labels = worst(sub.seen, sub.base);
  const report = answer?.text ?? '';
  const talk = agent.agent.integration_mode === 'handoff' ? conversationIn(sub) : '';
  const direct = context.state().spec?.job === 'agent' && context.state().spec?.sub === null;
  if (status === 'failed' && trouble && talk === '') throw new ToolError(trouble, true);
  const objects = [...citedIn(answer?.citations ?? [], sub), ...savedIn(sub)];
  yield* vouched(objects, sub, context);
  const ended = status === 'cancelled' ? stopped(agent) : (trouble?.message ?? answer?.note ?? '');
  const told = direct ? [report, ended] : [withoutRefs(report), withoutRefs(talk)];
  const text = told.filter((part) => part !== '').join('\n\n');
  const how = status === 'done' ? 'reports' : 'is done';
  return {
    name: 'report',
    payload: 'report',
    message: ended === '' ? `{agent} ${how}.` : `{agent} ${how}: {ended}`,
    metadata: { agent: agent.name, ended },
    objects,
    content: text === '' ? [] : [{ type: 'text', text }],
    structured: { agent: agent.id, partial: answer?.partial ?? false },
    labels,
    end: direct,
  };
}

const stopped = ({ name, agent }: AgentManifest): string =>
  agent.integration_mode === 'handoff'
    ? `The person took the conversation back from ${name}.`
    : `The person stopped ${name}.`;

/** What was said while it had the conversation. */
function conversationIn(sub: AgentState): string {
  const said: string[] = [];
  for (const { about, word, form } of sub.words)
    if (form === 'turn') said.push(`${sub.spec?.sub?.agent.name ?? ''}: ${about}`, `Person: ${word}`);
  return said.join('\n\n').slice(-MOST_TALK);
}
const MOST_TALK = 8000;

/** References to passages are names within the agent's own work: the words are what can be found again. */
const withoutRefs = (text: string): string => text.replace(/\]\(#[^)\s]{0,60}\)/g, '](#)');

/** What it read and quotes: its caller can cite that, and look further in it. */
function citedIn(citations: readonly Citation[], sub: AgentState): readonly ToolObject[] {
  const hashes = new Set(citations.flatMap(({ place }) => (place ? [place.hash] : [])));
  const found = new Map<string, ToolObject>();
  for (const { name, body, meta, hidden } of sub.objects)
    if (hashes.has(body.hash)) found.set(body.hash, { name, body, meta, hidden });
  return [...found.values()];
}

/** What the agent's sources were graded, for those that its caller gets. */
async function* vouched(objects: readonly ToolObject[], sub: AgentState, context: ToolContext): Effects<void> {
  const grades: Grade[] = objects.flatMap((object) => {
    const grade = object.name === WEB ? sub.grades.get(metaText(object, 'url')) : undefined;
    return grade ? [grade] : [];
  });
  if (grades.length > 0) yield* context.grade({ need: sub.spec?.goal ?? '', grades, labels: sub.seen });
}
