/** What an agent hands its caller. The one rule: its words, what they can be checked against, and what it made; nothing else of it. */
import type { AgentManifest, Citation, Grade, ToolObject } from '../agent/frames.ts';
import { worst } from '../agent/frames.ts';
import type { Effects } from '../agent/journal.ts';
import type { AgentState } from '../agent/state.ts';
import { ToolError, type ToolContext, type ToolOutcome } from '../agent/tools.ts';
import { metaText, WEB } from '../toolbox/page.ts';
import { savedIn } from './cards.ts';

/** What the agent's work came to, for its caller. */
export async function* reportOf(agent: AgentManifest, sub: AgentState, context: ToolContext): Effects<ToolOutcome> {
  const { answer, trouble, status } = sub;
  const labels = worst(sub.seen, sub.base);
  const report = answer?.text ?? '';
  const talk = agent.agent.integration_mode === 'handoff' ? conversationIn(sub) : '';
  const direct = context.state().spec?.job === 'agent' && context.state().spec?.sub === null;
  const made = savedIn(sub);
  // an agent that was kept stands, also where whoever made it failed before it could say so
  if (status === 'failed' && trouble && talk === '' && made.length === 0) throw new ToolError(trouble, true);
  const objects = [...citedIn(answer?.citations ?? [], sub), ...made];
  yield* vouched(objects, sub, context);
  const ended = status === 'cancelled' ? stopped(agent) : (trouble?.message ?? answer?.note ?? '');
  const told = direct ? [report === '' ? ended : report] : [withoutRefs(report), withoutRefs(talk)];
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
