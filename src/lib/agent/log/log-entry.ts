/** Converts every frame to one entry of the trajectory log. */
import type { Json } from '../../base/json.ts';
import type { Ledger } from '../../base/ledger.ts';
import type { Sequence } from '../../base/sequence.ts';
import type { Frame } from '../frames/frames.ts';

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
  | 'error'
  | 'agent_invoked'
  | 'agent_result'
  | 'agent_error';

export interface TrajectoryMetrics {
  /** Of the main agent, invalid ones included; other figures cover all agents. */
  readonly totalSteps: number;
  readonly totalTokens: { readonly input: number; readonly output: number };
  /** Milliseconds. */
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
  readonly entries: Sequence<LogEntry>;
  readonly metrics: TrajectoryMetrics;
  readonly steps: Ledger<number>;
  /** By correlation id; '' for the main agent. */
  readonly latest: Ledger<number>;
}

export interface EntryBody {
  readonly type: LogType;
  readonly content: string;
  readonly metadata: Readonly<Record<string, Json>>;
}

export function createEntryBody(frame: Frame): EntryBody {
  const body = describeFrame(frame);
  const { agentId, correlationId } = frame;
  if (correlationId === null) return body;
  const type = AGENT_LOG_TYPES[frame.kind] ?? body.type;
  return { ...body, type, metadata: { agentId, correlationId, ...body.metadata } };
}

/** For the begin and end of called agents (R7.4). */
export const AGENT_LOG_TYPES: Readonly<Partial<Record<Frame['kind'], LogType>>> = {
  'agent.invoked': 'agent_invoked',
  'agent.response': 'agent_result',
  error: 'agent_error',
};

function describeFrame(frame: Frame): EntryBody {
  switch (frame.kind) {
    case 'agent.invoked': {
      const { job, goal, models, sub } = frame.spec;
      const details = sub ? { path: sub.path, context: sub.context } : {};
      return { type: 'start', content: goal, metadata: { job, model: models.main.label, ...details } };
    }
    case 'plan': {
      const { by, decision, problem, thought } = frame;
      const invalid = decision === 'invalid';
      return {
        type: invalid ? 'error' : 'thought',
        content: (invalid ? problem : null) ?? thought,
        metadata: { by, decision },
      };
    }
    case 'tool.call': {
      const { tool, args, key, reasoning } = frame;
      return { type: 'tool_call', content: tool, metadata: { key, args, reasoning } };
    }
    case 'tool.result': {
      const { tool, key, isError, final, recoverable, ms, message } = frame;
      return { type: 'tool_result', content: message, metadata: { tool, key, isError, final, recoverable, ms } };
    }
    case 'observation':
      return { type: 'observation', content: frame.text, metadata: { by: frame.by, of: frame.of } };
    case 'model.call': {
      const { purpose, key, attempt, model, part, estimate } = frame;
      return {
        type: 'model_call',
        content: purpose,
        metadata: { key, attempt, model, part: part && { ...part }, estimate: { ...estimate } },
      };
    }
    case 'model.reply': {
      const { failure, text, key, finish, calls, ms } = frame;
      const metadata = {
        key,
        finish,
        ms,
        calls: calls.map(({ id, name, arguments: json }) => ({ id, name, arguments: json })),
      };
      return failure
        ? { type: 'error', content: failure.message, metadata: { ...metadata, code: failure.code, text } }
        : { type: 'model_reply', content: text, metadata };
    }
    case 'usage': {
      const { key, model, input, output, cached, reasoning, source } = frame;
      return {
        type: 'usage',
        content: `${input} in, ${output} out`,
        metadata: { key, model, input, output, cached, reasoning, source },
      };
    }
    case 'reflection': {
      const { by, of, errorType, failedAction, analysis, suggestedFix, repeated } = frame;
      return {
        type: 'reflection',
        content: `${analysis} ${suggestedFix}`.trim(),
        metadata: { by, of, errorType, failedAction: { ...failedAction }, repeated },
      };
    }
    case 'compaction': {
      const { stage, by, to, summary, before, after, sources } = frame;
      return {
        type: 'compaction',
        content: summary || `Results of the first ${to} decisions are shown in short.`,
        metadata: { stage, by, to, before, after, sources: sources.map((source) => ({ ...source })) },
      };
    }
    case 'grade': {
      const { need, grades } = frame;
      const relevant = grades.filter(({ relevance }) => relevance === 'relevant').length;
      return {
        type: 'observation',
        content: `${String(relevant)} of ${String(grades.length)} results bear on “${need}”.`,
        metadata: { grades: grades.map((grade) => ({ ...grade })) },
      };
    }
    case 'ask.user': {
      const { form, text, key, call } = frame;
      return {
        type: 'question',
        content: text || `${form}: ${call?.tool ?? ''}`,
        metadata: { form, key, call: call && { ...call, grant: call.grant && { ...call.grant } } },
      };
    }
    case 'wait':
      return { type: 'wait', content: frame.message, metadata: { reason: frame.reason, until: frame.until } };
    case 'control': {
      const text = frame.control === 'answer' ? frame.text : frame.note;
      return {
        type: 'control',
        content: text || frame.control,
        metadata: {
          control: frame.control,
          ...('ask' in frame ? { key: frame.ask } : {}),
          ...(frame.control === 'switch' ? { from: frame.from, to: frame.to, reason: frame.reason } : {}),
        },
      };
    }
    case 'agent.response': {
      const { text, partial, impossible, note, citations } = frame;
      const cited = citations.map(({ place, ...citation }) => ({ ...citation, place: place && { ...place } }));
      return { type: 'answer', content: text, metadata: { partial, impossible, note, citations: cited } };
    }
    case 'error':
      return {
        type: 'error',
        content: frame.error.message,
        metadata: { code: frame.error.code, hint: frame.error.hint },
      };
  }
}
