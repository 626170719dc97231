/** Reflection (R5.1): why an action failed and what to do instead; a rule writes it if no model can. */
import type { UserError } from '../../base/errors.ts';
import { toOneLine } from '../../base/one-line.ts';
import { MODEL_LABELS } from '../frames/labels.ts';
import { mergeLabels } from '../frames/frames.ts';
import type { ReflectionFrame } from '../frames/model-frames.ts';
import type { Commits, Writer } from '../state/journal.ts';
import { getRelevantReflections, isRepeatedError } from '../state/memory.ts';
import { callOptionalModel } from '../model-calls/model-call.ts';
import { extractVisibleText } from '../parse/visible-draft.ts';
import type { RunPorts } from '../ports.ts';
import { renderPrompt } from '../context/prompts/built-in.ts';
import { repairJson } from '../parse/repair-json.ts';
import { getSpec } from '../state/agent-state.ts';
import type { CallRecord } from '../state/turns.ts';

const MAX_REFLECTION_TOKENS = 300;
const [MAX_SHOWN_LENGTH, MAX_KEPT_LENGTH] = [1200, 600];

/** The user decided. */
const USER_DECIDED_CODES: ReadonlySet<string> = new Set(['tool.declined']);

/** Null if there is none to reflect on. */
export function findCallFailure({ results }: CallRecord): UserError | null {
  const error = results.at(-1)?.error ?? null;
  return error && !USER_DECIDED_CODES.has(error.code) ? error : null;
}

/** Throws `RetryLater` if the model has to be asked again. */
export async function* generateReflection(
  failed: readonly CallRecord[],
  journal: Writer,
  ports: RunPorts,
  signal: AbortSignal,
): Commits<void> {
  const { state } = journal;
  const [call] = failed;
  const failure = call && findCallFailure(call);
  if (!call || !failure) return;
  const { tool, args } = call;
  const repeated = isRepeatedError(failure.code, state.memory);
  const promptLabels = mergeLabels(
    state.turn?.labels ?? MODEL_LABELS,
    ...failed.flatMap((each) => each.results.map((r) => r.labels)),
  );
  const reflection = yield* askModel();
  yield [
    {
      kind: 'reflection',
      parentId: call.results.at(-1)?.id ?? call.id,
      labels: mergeLabels(promptLabels, MODEL_LABELS),
      step: state.step,
      of: failed.map(({ key }) => key),
      errorType: failure.code,
      failedAction: { tool, args },
      repeated,
      ...(reflection ?? {
        by: 'rule',
        analysis: toOneLine(failure.message, MAX_KEPT_LENGTH),
        suggestedFix: toOneLine(failure.hint, MAX_KEPT_LENGTH),
      }),
    },
  ];

  /** Null if the model cannot be asked. */
  async function* askModel(): Commits<Pick<ReflectionFrame, 'by' | 'analysis' | 'suggestedFix'> | null> {
    const key = `${call?.key ?? ''}/reflect`;
    const text = renderPrompt('REFLECTION', {
      goal: getSpec(state).goal,
      tool,
      args: shortenArguments(args),
      error: toOneLine(failure?.message ?? '', MAX_SHOWN_LENGTH),
      suggestion: toOneLine(failure?.hint ?? '', MAX_SHOWN_LENGTH),
      earlier: getRelevantReflections(call ?? null, state.memory).map(
        ({ analysis, suggestedFix }) => `${analysis} ${suggestedFix}`,
      ),
      ...(repeated
        ? {
            repeated: `${failure?.code ?? ''}, ${String((state.memory.errorCounts.get(failure?.code ?? '') ?? 0) + 1)} times`,
          }
        : {}),
    });
    const reply = yield* callOptionalModel(
      {
        key,
        parentId: call?.id ?? '',
        step: state.step,
        purpose: 'reflect',
        part: null,
        labels: promptLabels,
        request: {
          task: 'reflect',
          maxOutputTokens: MAX_REFLECTION_TOKENS,
          messages: [{ role: 'user', content: [{ type: 'text', text }] }],
        },
      },
      journal,
      ports,
      signal,
    );
    return reply && readReflection(reply.text, failure?.hint ?? '');
  }
}

function shortenArguments(args: CallRecord['args']): Record<string, string> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, toOneLine(JSON.stringify(value), 300)]));
}

/** Reads JSON or plain text; null if empty. */
function readReflection(text: string, hint: string): Pick<ReflectionFrame, 'by' | 'analysis' | 'suggestedFix'> | null {
  const json = repairJson(text);
  const value = json.ok && typeof json.value === 'object' && json.value !== null ? json.value : {};
  const readField = (name: string): string => {
    const field: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return typeof field === 'string' ? toOneLine(field, MAX_KEPT_LENGTH) : '';
  };
  const analysis = readField('analysis') || toOneLine(extractVisibleText(text), MAX_KEPT_LENGTH);
  if (analysis === '') return null;
  return { by: 'model', analysis, suggestedFix: readField('suggested_fix') || toOneLine(hint, MAX_KEPT_LENGTH) };
}
