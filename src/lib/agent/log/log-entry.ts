/** Converts every frame to one entry of the trajectory log. */
import type { Tokens } from '../budget/usage.ts';
import type { Json } from '../../base/json.ts';
import type { Frame, RunSpec } from '../frames/frames.ts';
import { isServerAskKey, type AskUserFrame } from '../frames/control-frames.ts';

export type LogType =
  | 'start'
  | 'thought'
  | 'tool_call'
  | 'tool_result'
  | 'observation'
  | 'reflection'
  | 'model_call'
  | 'model_reply'
  | 'usage'
  | 'compaction'
  | 'question'
  | 'wait'
  | 'control'
  | 'answer'
  | 'opinion'
  | 'error'
  | 'agent_invoked'
  | 'agent_result'
  | 'agent_error';

export interface TrajectoryMetrics {
  /** Steps of the main agent, invalid ones included; other figures cover all agents. */
  readonly totalSteps: number;
  /** Without what the run paid that this is a fork of; so are its model calls. */
  readonly totalTokens: Tokens;
  /** Milliseconds of work. */
  readonly duration: number;
  readonly errorCount: number;
  readonly toolCalls: number;
  readonly modelCalls: number;
}

export interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  /** For a deciding model call: the decision it is made for. */
  readonly stepNumber: number;
  readonly type: LogType;
  readonly content: string;
  /** `agentId` and `correlationId` are set for called agents only. */
  readonly metadata: Readonly<Record<string, Json>>;
}

export interface TrajectoryLog {
  readonly requestId: string;
  /** One for each frame. */
  readonly entries: readonly LogEntry[];
  readonly metrics: TrajectoryMetrics;
  readonly spec: RunSpec | null;
}

export function createEntryBody(frame: Frame): Pick<LogEntry, 'type' | 'content' | 'metadata'> {
  const [type, content, metadata] = describeFrame(frame);
  const { agentId, correlationId, id, labels } = frame;
  const source = { frame: id, from: labels.origin };
  if (correlationId === null) return { type, content, metadata: { ...source, ...metadata } };
  return {
    type: AGENT_LOG_TYPES[frame.kind] ?? type,
    content,
    metadata: { ...source, agentId, correlationId, ...metadata },
  };
}

/** For the begin and end of called agents (R7.4). */
export const AGENT_LOG_TYPES: Readonly<Partial<Record<Frame['kind'], LogType>>> = {
  'agent.invoked': 'agent_invoked',
  'agent.response': 'agent_result',
  error: 'agent_error',
};

function describeFrame(frame: Frame): readonly [LogType, content: string, metadata: LogEntry['metadata']] {
  switch (frame.kind) {
    case 'agent.invoked': {
      const { job, goal, models, sub } = frame.spec;
      const called = sub ? { path: sub.path, context: sub.context } : {};
      return ['start', goal, { job, model: models.main.label, ...called }];
    }
    case 'plan': {
      const isInvalid = frame.decision === 'invalid';
      const content = (isInvalid ? frame.problem : null) ?? frame.thought;
      return [isInvalid ? 'error' : 'thought', content, pick(frame, 'by', 'decision')];
    }
    case 'tool.call':
      return ['tool_call', frame.tool, pick(frame, 'key', 'args', 'reasoning')];
    case 'tool.result':
      return ['tool_result', frame.message, pick(frame, 'tool', 'key', 'isError', 'final', 'recoverable', 'ms')];
    case 'observation':
      return ['observation', frame.text, pick(frame, 'by', 'of')];
    case 'model.call':
      return ['model_call', frame.purpose, pick(frame, 'key', 'attempt', 'model', 'part', 'estimate')];
    case 'model.reply': {
      const { failure, text, calls } = frame;
      const metadata = {
        ...pick(frame, 'key', 'finish', 'ms'),
        calls: calls.map(({ id, name, arguments: json }) => ({ id, name, arguments: json })),
      };
      return failure
        ? ['error', failure.message, { ...metadata, code: failure.code, text }]
        : ['model_reply', text, metadata];
    }
    case 'usage': {
      const metadata = pick(frame, 'key', 'model', 'input', 'output', 'cached', 'reasoning', 'source');
      return ['usage', `${frame.input} in, ${frame.output} out`, metadata];
    }
    case 'reflection': {
      const metadata = pick(frame, 'by', 'of', 'errorType', 'failedAction', 'repeated');
      return ['reflection', `${frame.analysis} ${frame.suggestedFix}`.trim(), metadata];
    }
    case 'compaction': {
      const content = frame.summary || `Results of the first ${frame.to} decisions are shown in short.`;
      return ['compaction', content, pick(frame, 'stage', 'by', 'to', 'before', 'after', 'sources')];
    }
    case 'grade': {
      const relevant = frame.grades.filter(({ relevance }) => relevance === 'relevant').length;
      const content = `${String(relevant)} of ${String(frame.grades.length)} results bear on “${frame.need}”.`;
      return ['observation', content, pick(frame, 'grades')];
    }
    case 'ask.user':
      return ['question', describeAsk(frame), pick(frame, 'form', 'key', 'call', 'citations')];
    case 'wait':
      return ['wait', frame.message, pick(frame, 'reason', 'until')];
    case 'control': {
      const text = frame.control === 'answer' && !isServerAskKey(frame.ask) ? frame.text : frame.note;
      const metadata = {
        control: frame.control,
        ...('ask' in frame ? { key: frame.ask } : {}),
        ...(frame.control === 'rate' ? pick(frame, 'exchange', 'rating') : {}),
        ...(frame.control === 'switch' ? pick(frame, 'from', 'to', 'reason') : {}),
      };
      return ['control', text || frame.control, metadata];
    }
    case 'agent.response':
      return ['answer', frame.text, pick(frame, 'partial', 'impossible', 'note', 'citations', 'links', 'nearest')];
    case 'opinion':
      return ['opinion', frame.doubts.map(({ reason }) => reason).join('\n'), pick(frame, 'by', 'doubts')];
    case 'error':
      return ['error', frame.error.message, { code: frame.error.code, hint: frame.error.hint }];
  }
}

function describeAsk({ text, form, call, asked }: AskUserFrame): string {
  if (asked) return `${asked.host} asks${asked.kind === 'sampling' ? ' the model' : ''}: ${text}`;
  return text || `${form}: ${call?.tool ?? ''}`;
}

/** Fields of frames are JSON, which TypeScript does not see of interfaces. */
function pick<F extends Frame>(frame: F, ...names: readonly (keyof F & string)[]): LogEntry['metadata'] {
  return Object.fromEntries(names.map((name) => [name, frame[name] as unknown as Json]));
}
