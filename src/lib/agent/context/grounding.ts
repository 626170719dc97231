/** Grounding: the run's state at the end of every prompt (R5.3, SAFETY D1), derived by code only. */
import { getTurnVisibility } from '../state/context-view.ts';
import { formatCallLine, MAX_LINE_CHARS, toOneLine } from '../../base/one-line.ts';
import { getRelevantReflections, suggestAlternative } from '../state/memory.ts';
import { getStepsLeft } from '../state/limits.ts';
import { getSpec, type AgentState } from '../state/agent-state.ts';
import { iterateTurnsNewestFirst, type CallRecord } from '../state/turns.ts';
import { escapeData } from './prompts/render.ts';

interface GroundingSection {
  readonly currentGoal: string;
  readonly completedSubtasks: readonly string[];
  readonly keyDecisions: readonly string[];
  readonly userPreferences: Readonly<Record<string, string>>;
  /** By question, which is the model's words. */
  readonly userAnswers: Readonly<Record<string, string>>;
}

/** Lines of each kind: grounding must not grow with the run. */
const MAX_LINES = { subtasks: 8, decisions: 8, answers: 10 } as const;
const MAX_TURNS_BACK = 40;

export function createGrounding(
  state: AgentState,
  preferences: Readonly<Record<string, string>> = {},
): GroundingSection {
  const completed: string[] = [];
  let searched = 0;
  for (const { calls } of iterateTurnsNewestFirst(state)) {
    for (const call of calls.toReversed()) if (hasSucceeded(call)) completed.push(formatCallLine(call.tool, call.args));
    if (completed.length >= MAX_LINES.subtasks || (searched += 1) >= MAX_TURNS_BACK) break;
  }
  const decisions: string[] = [];
  const answers: [string, string][] = [];
  for (const { form, about, word } of state.userReplies.iterateNewestFirst()) {
    if (form === 'question') answers.push([about, word]);
    else if (form !== 'turn') decisions.push(`${word}: ${about}`);
  }
  return {
    currentGoal: getSpec(state).goal,
    completedSubtasks: completed.slice(0, MAX_LINES.subtasks).reverse(),
    keyDecisions: decisions.slice(0, MAX_LINES.decisions).reverse(),
    userPreferences: preferences,
    userAnswers: Object.fromEntries(answers.slice(0, MAX_LINES.answers).reverse()),
  };
}

const formatPairs = (words: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(words).map(
    ([about, word]) => `${toOneLine(about, MAX_LINE_CHARS)}: ${toOneLine(word, 2 * MAX_LINE_CHARS)}`,
  );

const hasSucceeded = ({ results }: CallRecord): boolean => results.some((result) => result.final && !result.isError);

/** In characters; a longer goal is shown whole only at the top. */
const MAX_GOAL_CHARS = 600;

/** The turn of a follow-up may have been condensed. */
const isGoalShown = ({ request: { firstTurn: since }, view }: AgentState): boolean =>
  since === 0 || getTurnVisibility(view, since - 1) !== 'summarised';

export function generateGrounding(grounding: GroundingSection, state: AgentState, index: string): string {
  const { currentGoal, completedSubtasks, keyDecisions, userPreferences, userAnswers } = grounding;
  const remaining = getStepsLeft(state);
  const reflections = getRelevantReflections(null, state.memory);
  const lessons = reflections.map(({ failedAction: { tool, args }, analysis, suggestedFix }) =>
    toOneLine(`${formatCallLine(tool, args)} failed: ${analysis} Instead: ${suggestedFix}`, 3 * MAX_LINE_CHARS),
  );
  const alternative = reflections.at(-1)?.repeated === true ? [suggestAlternative(state.memory)] : [];
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['Goal', [toOneLine(currentGoal, isGoalShown(state) ? MAX_GOAL_CHARS : Infinity)]],
    ['The person', formatPairs(userPreferences)],
    ['Asked by you, answered by the person', formatPairs(userAnswers)],
    ['Decided by the person', keyDecisions],
    ['Done', completedSubtasks],
    ['Found', index === '' ? [] : index.split('\n')],
    ['Your own notes on what failed', lessons],
    ['Advice', alternative],
    ['Steps left', [String(remaining)]],
  ];
  const rows = parts.flatMap(([title, lines]) => {
    if (lines.length === 0) return [];
    const [only] = lines;
    return lines.length === 1 && only !== undefined
      ? [`${title}: ${only}`]
      : [`${title}:`, ...lines.map((l) => `- ${l}`)];
  });
  return `<grounding>\n${escapeData(rows.join('\n'))}\n</grounding>`;
}
