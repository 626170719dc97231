/**
 * Reflection: why an action failed and what to do instead, thought about by the model and kept as an episode that later
 * decisions are shown (R5.1). The one rule: it answers to a real failure alone, and a run never ends for want of one:
 * where no model can be asked, code says what is known.
 */
import { callLine, oneLine } from '../base/one-line.ts';
import { FROM_MODEL } from './drafts.ts';
import { worst, type ReflectionFrame } from './frames.ts';
import type { Effects, Pen } from './journal.ts';
import { isRepeatedError, type EpisodicMemory, type Reflection } from './memory.ts';
import { callAside } from './model-effect.ts';
import { visibleText } from './parse/visible.ts';
import type { RunPorts } from './ports.ts';
import { loadTemplate, renderTemplate } from './prompts.ts';
import { repairJson } from './repair.ts';
import { specOf, type CallRecord } from './session.ts';

export { isRepeatedError, type EpisodicMemory, type Reflection } from './memory.ts';

/** Tokens that a reflection may take to write. */
const LONGEST = 300;
/** Reflections that a prompt is shown. */
const SHOWN = 3;
/** Characters of what failed that the model is shown, and of what it says that is kept. */
const [MOST_SHOWN, MOST_KEPT] = [1200, 600];

/** What is not for the model to think about: the person said no. */
const SETTLED_BY_PERSON: ReadonlySet<string> = new Set(['tool.declined']);

/** The failure that a call ended in, where it is worth thinking about. */
export function failureOf({
  results,
}: CallRecord): { readonly code: string; readonly message: string; readonly cure: string } | null {
  const trouble = results.at(-1)?.trouble ?? null;
  return trouble && !SETTLED_BY_PERSON.has(trouble.code) ? trouble : null;
}

/** The newest reflections, oldest first, on actions like this one; on any, where the next action is not known yet. */
export function getRelevantReflections(
  action: Pick<CallRecord, 'tool'> | null,
  { reflections }: EpisodicMemory,
): readonly Reflection[] {
  const found: Reflection[] = [];
  for (const reflection of reflections.newestFirst()) {
    if (action === null || reflection.failedAction.tool === action.tool) found.unshift(reflection);
    if (found.length === SHOWN) break;
  }
  return found;
}

/** What to do once the same type of error has come again: another approach, in words for the model; '' before that. */
export function suggestAlternative(memory: EpisodicMemory): string {
  const last = memory.reflections.at(-1);
  if (!last?.repeated) return '';
  const { tool, args } = last.failedAction;
  return `${last.errorType} happened ${String(memory.errorCounts.get(last.errorType) ?? 2)} times. ${callLine(tool, args)} will not be run again. Take another approach: another tool, other arguments, or answer with what there is.`;
}

/**
 * Thinks about calls of one turn that failed in the same way, and writes the episode down. Throws `Unsettled` when the
 * model has to be asked again.
 */
export async function* generateReflection(
  failed: readonly CallRecord[],
  journal: Pen,
  ports: RunPorts,
  signal: AbortSignal,
): Effects<void> {
  const { state } = journal;
  const [call] = failed;
  const failure = call && failureOf(call);
  if (!call || !failure) return;
  const { tool, args } = call;
  const repeated = isRepeatedError(failure.code, state.memory);
  const shown = worst(state.turn?.labels ?? FROM_MODEL, ...failed.flatMap((each) => each.results.map((r) => r.labels)));
  const said = yield* asked();
  yield [
    {
      kind: 'reflection',
      parentId: call.results.at(-1)?.id ?? call.id,
      labels: worst(shown, FROM_MODEL),
      step: state.step,
      of: failed.map(({ key }) => key),
      errorType: failure.code,
      failedAction: { tool, args },
      repeated,
      ...(said ?? {
        by: 'rule',
        analysis: oneLine(failure.message, MOST_KEPT),
        suggestedFix: oneLine(failure.cure, MOST_KEPT),
      }),
    },
  ];

  /** What the model says to it; null where it cannot be asked. */
  async function* asked(): Effects<Pick<ReflectionFrame, 'by' | 'analysis' | 'suggestedFix'> | null> {
    const key = `${call?.key ?? ''}/reflect`;
    const text = renderTemplate(loadTemplate('REFLECTION'), {
      goal: specOf(state).goal,
      tool,
      args: bounded(args),
      error: oneLine(failure?.message ?? '', MOST_SHOWN),
      suggestion: oneLine(failure?.cure ?? '', MOST_SHOWN),
      earlier: getRelevantReflections(call ?? null, state.memory).map(
        ({ analysis, suggestedFix }) => `${analysis} ${suggestedFix}`,
      ),
      ...(repeated
        ? {
            repeated: `${failure?.code ?? ''}, ${String((state.memory.errorCounts.get(failure?.code ?? '') ?? 0) + 1)} times`,
          }
        : {}),
    });
    const reply = yield* callAside(
      {
        key,
        parentId: call?.id ?? '',
        step: state.step,
        purpose: 'reflect',
        part: null,
        labels: shown,
        request: {
          task: 'reflect',
          maxOutputTokens: LONGEST,
          messages: [{ role: 'user', content: [{ type: 'text', text }] }],
        },
      },
      journal,
      ports,
      signal,
    );
    return reply && readReflection(reply.text, failure?.cure ?? '');
  }
}

/** Arguments as they are shown to be thought about: whole where they are short. */
function bounded(args: CallRecord['args']): Record<string, string> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, oneLine(JSON.stringify(value), 300)]));
}

/** A reply in JSON or in plain words; null for one that says nothing. */
function readReflection(text: string, cure: string): Pick<ReflectionFrame, 'by' | 'analysis' | 'suggestedFix'> | null {
  const json = repairJson(text);
  const value = json.ok && typeof json.value === 'object' && json.value !== null ? json.value : {};
  const read = (name: string): string => {
    const found: unknown = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    return typeof found === 'string' ? oneLine(found, MOST_KEPT) : '';
  };
  const analysis = read('analysis') || oneLine(visibleText(text), MOST_KEPT);
  if (analysis === '') return null;
  return { by: 'model', analysis, suggestedFix: read('suggested_fix') || oneLine(cure, MOST_KEPT) };
}
