/** A called agent's result: report, cited sources and created agents. */
import type { AgentManifest, Citation, Grade, Artifact } from '../agent/frames/frames.ts';
import { mergeLabels } from '../agent/frames/frames.ts';
import type { Commits } from '../agent/state/journal.ts';
import { toArtifact, type AgentState } from '../agent/store/run-state.ts';
import { ToolError, type ToolContext, type ToolOutcome } from '../agent/tools/index.ts';
import { WEB } from '../toolbox/page/page.ts';
import { listCreatedAgents } from './cards.ts';

export async function* buildReport(agent: AgentManifest, sub: AgentState, context: ToolContext): Commits<ToolOutcome> {
  const { status } = sub;
  const { answer, error } = sub.request;
  const labels = mergeLabels(sub.worstLabels, sub.inputLabels);
  const report = answer?.text ?? '';
  const conversation = agent.agent.integration_mode === 'handoff' ? renderAgentConversation(sub) : '';
  const isDirect = context.state().spec?.job === 'agent' && context.state().spec?.sub === null;
  const createdAgents = listCreatedAgents(sub);
  // a created agent exists even if its creator failed
  if (status === 'failed' && error && conversation === '' && createdAgents.length === 0)
    throw new ToolError(error, true);
  const objects = [...listCitedArtifacts(answer?.citations ?? [], sub), ...createdAgents];
  yield* recordGrades(objects, sub, context);
  const ending = status === 'cancelled' ? formatStopped(agent) : (error?.message ?? answer?.note ?? '');
  const parts = isDirect ? [report === '' ? ending : report] : [removeRefs(report), removeRefs(conversation)];
  const text = parts.filter((part) => part !== '').join('\n\n');
  const verb = status === 'done' ? 'reports' : 'is done';
  return {
    name: 'report',
    payload: 'report',
    message: ending === '' ? `{agent} ${verb}.` : `{agent} ${verb}: {ended}`,
    metadata: { agent: agent.name, ended: ending },
    objects,
    content: text === '' ? [] : [{ type: 'text', text }],
    structured: { agent: agent.id, partial: answer?.partial ?? false },
    labels,
    end: isDirect,
  };
}

const formatStopped = ({ name, agent }: AgentManifest): string =>
  agent.integration_mode === 'handoff'
    ? `The person took the conversation back from ${name}.`
    : `The person stopped ${name}.`;

function renderAgentConversation(sub: AgentState): string {
  const lines: string[] = [];
  for (const { about, word, form } of sub.userReplies)
    if (form === 'turn') lines.push(`${sub.spec?.sub?.agent.name ?? ''}: ${about}`, `Person: ${word}`);
  return lines.join('\n\n').slice(-MAX_CONVERSATION_CHARS);
}
const MAX_CONVERSATION_CHARS = 8000;

/** Passage references are valid only inside the agent's run. */
const removeRefs = (text: string): string => text.replace(/\]\(#[^)\s]{0,60}\)/g, '](#)');

function listCitedArtifacts(citations: readonly Citation[], sub: AgentState): readonly Artifact[] {
  const hashes = new Set(citations.flatMap(({ place }) => (place ? [place.hash] : [])));
  const found = new Map<string, Artifact>();
  for (const object of sub.objects) if (hashes.has(object.body.hash)) found.set(object.body.hash, toArtifact(object));
  return [...found.values()];
}

async function* recordGrades(objects: readonly Artifact[], sub: AgentState, context: ToolContext): Commits<void> {
  const grades: Grade[] = objects.flatMap((object) => {
    const grade = object.name === WEB ? sub.grades.get(object.meta.url) : undefined;
    return grade ? [grade] : [];
  });
  if (grades.length > 0) yield* context.recordGrades({ need: sub.spec?.goal ?? '', grades, labels: sub.worstLabels });
}
