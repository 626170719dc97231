/**
 * Grounding: where a run stands, said by code at the end of every prompt, so that no length of conversation makes a model
 * lose the goal (R5.3, SAFETY D1). The one rule: made anew from the state each time; no summary and no model ever writes
 * it, and what pages say stands in it as data only.
 */
import { shownAs } from './context-view.ts';
import { callLine, LINE, oneLine } from '../base/one-line.ts';
import { asData } from './prompts.ts';
import { getRelevantReflections, suggestAlternative } from './reflection.ts';
import { stepsLeft } from './limits.ts';
import { specOf, turnsNewestFirst, type AgentState, type CallRecord } from './session.ts';

export interface GroundingSection {
  /** The person's wish, verbatim. */
  readonly currentGoal: string;
  /** Calls that gave something, oldest first: tool and arguments. */
  readonly completedSubtasks: readonly string[];
  /** What the person allowed and refused. */
  readonly keyDecisions: readonly string[];
  /** How they want it, and what they answered when asked. */
  readonly userPreferences: Readonly<Record<string, string>>;
}

/** At most so many lines of each kind: grounding must not grow with the run. */
const MOST = { subtasks: 8, decisions: 8, answers: 10 } as const;
/** How far back calls are looked for. */
const TURNS = 40;

export function groundingOf(state: AgentState, preferences: Readonly<Record<string, string>> = {}): GroundingSection {
  const completed: string[] = [];
  let looked = 0;
  for (const { calls } of turnsNewestFirst(state)) {
    for (const call of calls.toReversed()) if (gave(call)) completed.push(callLine(call.tool, call.args));
    if (completed.length >= MOST.subtasks || (looked += 1) >= TURNS) break;
  }
  const decisions: string[] = [];
  const answers: [string, string][] = [];
  for (const { form, about, word } of state.words.newestFirst()) {
    if (form === 'question') answers.push([about, word]);
    else if (form !== 'turn') decisions.push(`${word}: ${about}`);
  }
  return {
    currentGoal: specOf(state).goal,
    completedSubtasks: completed.slice(0, MOST.subtasks).reverse(),
    keyDecisions: decisions.slice(0, MOST.decisions).reverse(),
    userPreferences: { ...preferences, ...Object.fromEntries(answers.slice(0, MOST.answers).reverse()) },
  };
}

const gave = ({ results }: CallRecord): boolean => results.some((result) => result.final && !result.isError);

/** Longest goal that is said again in full; a longer one stands whole at the top of the conversation. */
const GOAL = 600;

/** Whether the goal stands whole in the conversation: one that it went on with may have been condensed with its turn. */
const isTold = ({ since, view }: AgentState): boolean => since === 0 || shownAs(view, since - 1) !== 'summarised';

/** The section as the model reads it. `index`: what has been found so far, by reference. */
export function generateGrounding(grounding: GroundingSection, state: AgentState, index: string): string {
  const { currentGoal, completedSubtasks, keyDecisions, userPreferences } = grounding;
  const left = stepsLeft(state);
  const reflections = getRelevantReflections(null, state.memory);
  const lessons = reflections.map(({ failedAction: { tool, args }, analysis, suggestedFix }) =>
    oneLine(`${callLine(tool, args)} failed: ${analysis} Instead: ${suggestedFix}`, 3 * LINE),
  );
  const alternative = reflections.at(-1)?.repeated === true ? [suggestAlternative(state.memory)] : [];
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['Goal', [oneLine(currentGoal, isTold(state) ? GOAL : Infinity)]],
    [
      'The person',
      Object.entries(userPreferences).map(([about, word]) => `${oneLine(about, LINE)}: ${oneLine(word, 2 * LINE)}`),
    ],
    ['Decided by the person', keyDecisions],
    ['Done', completedSubtasks],
    ['Found', index === '' ? [] : index.split('\n')],
    ['Learned', [...lessons, ...alternative]],
    ['Steps left', [String(left)]],
  ];
  const said = parts.flatMap(([title, lines]) => {
    if (lines.length === 0) return [];
    const [only] = lines;
    return lines.length === 1 && only !== undefined
      ? [`${title}: ${only}`]
      : [`${title}:`, ...lines.map((l) => `- ${l}`)];
  });
  return `<grounding>\n${asData(said.join('\n'))}\n</grounding>`;
}
