/** The report's steps: one log entry per frame, nested by agent. */
import type { Json } from '../../base/json.ts';
import type { AgentInvokedFrame, AgentResponseFrame, Citation, ClaimMismatch, Frame } from '../frames/frames.ts';
import { formatWithSources } from '../frames/citation-markup.ts';
import { createEntryBody, type LogType } from './log-entry.ts';
import { groupByAgent } from './trajectory.ts';
import { createCorrelationId, parseCorrelationId } from '../state/sub-agents.ts';
import { formatHeading, formatUnlessEmpty, formatFence, formatInlineCode, formatSeconds } from './report-format.ts';

export function renderAnswer(frame: AgentResponseFrame): readonly string[] {
  const { text, partial, impossible, note, citations } = frame;
  const kind = impossible ? ['It cannot be done:'] : partial ? ['Not the whole answer:'] : [];
  return [
    ...kind,
    formatFence(formatWithSources(text, citations), Infinity),
    ...formatUnlessEmpty(note),
    ...citations.flatMap(renderCitation),
  ];
}

function renderCitation({ quote, verdict, place, mismatches }: Citation): readonly string[] {
  if (place === null) return ['A quote that was not found in what was read:', formatFence(quote)];
  const how =
    verdict === 'verbatim'
      ? 'word for word'
      : verdict === 'close'
        ? 'but for case or punctuation'
        : 'but shortened, to check';
  const where = [place.title, ...place.path].filter((part) => part !== '').map(formatInlineCode);
  return [
    `A quote that was found, ${how}, in ${where.join(', ') || 'what was read'}:`,
    formatFence(quote),
    ...mismatches.map(renderMismatch),
  ];
}

function renderMismatch({ claim, source }: ClaimMismatch): string {
  const page = source === '' ? 'nothing of the kind' : formatInlineCode(source);
  return `Check this: the answer says ${formatInlineCode(claim)}, the source says ${page}.`;
}

/** Its log entry, with what else is known of it as JSON. [] if another part of the report covers it. */
export function renderFrame({ frame, depth }: NestedFrame, start: number): readonly string[] {
  const at = `(at ${formatSeconds(frame.at - start)})`;
  if (frame.correlationId === null && (frame.kind === 'agent.invoked' || frame.kind === 'agent.response')) return [];
  if (frame.kind === 'agent.invoked') return renderInvocation(frame, depth, at);
  if (frame.kind === 'agent.response') return [`Reports ${at}`, ...renderAnswer(frame)];
  const { type, content, metadata } = createEntryBody(frame);
  if (frame.kind === 'plan') {
    const by = frame.by === 'model' ? 'the model' : 'a rule';
    const heading = `${formatHeading(1 + depth * 2)} Step ${frame.step}: ${DECISION_LABELS[frame.decision]}, decided by ${by} ${at}`;
    return [heading, formatFence(content)];
  }
  const details = Object.entries(metadata).filter(([name, value]) => !LEFT_OUT.has(name) && !isEmpty(value));
  const json = details.length === 0 ? '' : JSON.stringify(Object.fromEntries(details), null, 2);
  return [`${ENTRY_LABELS[type] ?? type} ${at}`, ...formatUnlessEmpty(content), ...formatUnlessEmpty(json)];
}

function renderInvocation({ agentId, spec }: AgentInvokedFrame, depth: number, at: string): readonly string[] {
  return [
    `${formatHeading(depth * 2)} Work of an agent ${at}`,
    `${formatInlineCode(spec.sub?.agent.name ?? agentId)} is called with`,
    formatFence(spec.goal),
    ...formatUnlessEmpty(spec.sub?.context ?? '', 'and is told'),
  ];
}

const isEmpty = (value: Json | undefined): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** Said by the place of the entry, or of use to programs alone. */
const LEFT_OUT: ReadonlySet<string> = new Set(['frame', 'from', 'agentId', 'correlationId', 'key']);
const DECISION_LABELS = {
  call: 'act',
  respond: 'answer',
  ask: 'ask the user',
  impossible: 'give up',
  invalid: 'a reply that could not be acted on',
} as const;
const ENTRY_LABELS: Readonly<Partial<Record<LogType, string>>> = {
  tool_call: 'Calls',
  tool_result: 'Result',
  observation: 'Observes',
  reflection: 'Why it failed',
  model_call: 'Asks the model',
  model_reply: 'The model’s reply',
  usage: 'Tokens',
  compaction: 'Makes room',
  question: 'Asks the user',
  wait: 'Waits',
  control: 'Control',
  opinion: 'A second opinion',
  error: 'Error',
  agent_error: 'An agent fails',
};

interface NestedFrame {
  readonly frame: Frame;
  /** 0 for the main agent. */
  readonly depth: number;
}

export function nestFrames(frames: readonly Frame[]): readonly NestedFrame[] {
  const remaining = groupByAgent(frames, ({ correlationId }) => correlationId);
  const ofMain = [...iterateNested(null, remaining)];
  return [...ofMain, ...Array.from(remaining.keys()).flatMap((name) => [...iterateNested(name, remaining)])];
}

/** Takes an agent's frames, each call followed by those of the agent that it called. */
function* iterateNested(
  name: string | null,
  remaining: Map<string | null, Frame[]>,
): Generator<NestedFrame, void, undefined> {
  const own = remaining.get(name) ?? [];
  remaining.delete(name);
  for (const frame of own) {
    yield { frame, depth: parseCorrelationId(name).length };
    if (frame.kind === 'tool.call')
      yield* iterateNested(createCorrelationId(name === null ? null : { correlationId: name }, frame.key), remaining);
  }
}
