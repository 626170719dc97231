/** One paragraph of the report per frame, nested by agent. */
import type { AgentInvokedFrame, AgentResponseFrame, Citation, Frame } from '../frames/frames.ts';
import type { AskUserFrame } from '../frames/control-frames.ts';
import { formatWithSources } from '../frames/citation-markup.ts';
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

function renderCitation({ quote, verdict, place }: Citation): readonly string[] {
  if (place === null) return ['A quote that was not found in what was read:', formatFence(quote)];
  const how = verdict === 'verbatim' ? 'word for word' : 'but for case or punctuation';
  const where = [place.title, ...place.path].filter((part) => part !== '').map(formatInlineCode);
  return [`A quote that was found, ${how}, in ${where.join(', ') || 'what was read'}:`, formatFence(quote)];
}

/** [] if another frame covers it. */
export function renderFrame({ frame, depth }: NestedFrame, start: number): readonly string[] {
  const at = `(at ${formatSeconds(frame.at - start)})`;
  switch (frame.kind) {
    case 'agent.invoked':
      return frame.correlationId === null ? [] : renderInvocation(frame, depth, at);
    case 'agent.response':
      return frame.correlationId === null ? [] : [`Reports ${at}`, ...renderAnswer(frame)];
    case 'plan': {
      const problem = frame.problem === null ? [] : ['Not acted on:', formatFence(frame.problem)];
      return [
        `${formatHeading(1 + depth * 2)} Step ${frame.step}: ${DECISION_LABELS[frame.decision]}, decided by ${frame.by === 'model' ? 'the model' : 'a rule'} ${at}`,
        formatFence(frame.thought),
        ...problem,
      ];
    }
    case 'tool.call':
      return [
        `Calls ${formatInlineCode(frame.tool)} ${at} with`,
        formatFence(JSON.stringify(frame.args, null, 2)),
        ...formatUnlessEmpty(frame.reasoning, 'because'),
      ];
    case 'tool.result': {
      const objects = frame.objects.map(
        ({ name, body }) => `- ${formatInlineCode(name)}: ${body.length} characters, ${body.tokens} tokens`,
      );
      return [
        `${formatInlineCode(frame.tool)} ${frame.isError ? 'failed' : 'gave'} ${at}, after ${formatSeconds(frame.ms)}`,
        formatFence(frame.message),
        ...(objects.length > 0 ? [objects.join('\n')] : []),
      ];
    }
    case 'observation':
      return [
        `What it means, in the words of ${frame.by === 'model' ? 'the model' : 'code'}:`,
        formatFence(frame.text),
      ];
    case 'model.call':
      return [
        `${frame.model === '' ? 'The model' : formatInlineCode(frame.model)} is asked ${at} (${PURPOSE_LABELS[frame.purpose]}, attempt ${frame.attempt}).`,
      ];
    case 'model.reply': {
      const how = `The model’s reply ${FINISH_LABELS[frame.finish] ?? 'ended'} ${at}, after ${formatSeconds(frame.ms)}.`;
      return frame.failure ? [how, formatFence(frame.failure.message)] : [how];
    }
    case 'usage':
      return [
        `Tokens: ${frame.input} in, ${frame.output} out${frame.source === 'lost' ? ', estimated for a call that was cut' : ''}.`,
      ];
    case 'reflection':
      return [
        `Why ${formatInlineCode(frame.failedAction.tool)} failed (${formatInlineCode(frame.errorType)}) ${at}, in the words of ${frame.by === 'model' ? 'the model' : 'code'}:`,
        formatFence(`${frame.analysis}\n${frame.suggestedFix}`),
      ];
    case 'compaction':
      return [`Makes room ${at}: ${frame.before} tokens become ${frame.after}.`, ...formatUnlessEmpty(frame.summary)];
    case 'grade':
      return [
        `What the results are worth ${at} to`,
        formatFence(frame.need),
        formatFence(
          frame.grades
            .map(
              ({ url, relevance, confidence, by, reason }) =>
                `${relevance} (${String(confidence)}, ${by}) ${url}: ${reason}`,
            )
            .join('\n'),
        ),
      ];
    case 'ask.user':
      return renderQuestion(frame, at);
    case 'wait':
      return [`Waits ${at}`, formatFence(frame.message)];
    case 'control':
      return [
        `${CONTROL_LABELS[frame.control]} ${at}`,
        ...(frame.control === 'answer' ? [formatFence(frame.text)] : formatUnlessEmpty(frame.note)),
        ...(frame.control === 'switch' ? [formatFence(frame.reason)] : []),
      ];
    case 'error':
      return [`Ended without an answer ${at}`, formatFence(`${frame.error.message}\n${frame.error.hint}`)];
  }
}

function renderInvocation({ agentId, spec }: AgentInvokedFrame, depth: number, at: string): readonly string[] {
  return [
    `${formatHeading(depth * 2)} Work of an agent ${at}`,
    `${formatInlineCode(spec.sub?.agent.name ?? agentId)} is called with`,
    formatFence(spec.goal),
    ...formatUnlessEmpty(spec.sub?.context ?? '', 'and is told'),
  ];
}

function renderQuestion({ form, text, call, citations }: AskUserFrame, at: string): readonly string[] {
  if (form === 'turn')
    return [
      `Says to the person ${at}`,
      formatFence(formatWithSources(text, citations)),
      ...citations.flatMap(renderCitation),
    ];
  if (call === null) return [`Asks the person ${at}`, formatFence(text)];
  const what = form === 'approval' ? 'Asks the person to agree to' : 'Asks the person what became of';
  return [
    `${what} ${formatInlineCode(call.tool)} ${at} with`,
    formatFence(JSON.stringify(call.args, null, 2)),
    ...formatUnlessEmpty(call.reasoning, 'because'),
  ];
}

const DECISION_LABELS = {
  call: 'act',
  respond: 'answer',
  ask: 'ask the person',
  impossible: 'give up',
  invalid: 'a reply that could not be acted on',
} as const;
const PURPOSE_LABELS = {
  decide: 'what is next',
  answer: 'for the answer',
  part: 'about one part',
  reflect: 'why it failed',
  compact: 'what to keep',
  look: 'what a picture shows',
  grade: 'which results help',
  rewrite: 'other words to search with',
} as const;
const FINISH_LABELS: Readonly<Record<string, string>> = {
  failed: 'failed',
  aborted: 'was cut',
  length: 'reached its longest',
  'content-filter': 'was filtered',
};
const CONTROL_LABELS = {
  cancel: 'Stopped by the person',
  resume: 'Went on after an interruption',
  retry: 'Tried again by the person',
  follow: 'Went on by the person',
  limit: 'Reached a limit',
  answer: 'The person answered',
  approve: 'The person agreed',
  decline: 'The person declined',
  outcome: 'The person said what became of it',
  shorten: 'Went on with less at once',
  switch: 'Went on with another model',
  restore: 'Seen again by the person’s wish',
} as const;

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
