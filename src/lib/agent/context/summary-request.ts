/** Asks a model to condense the turns that a compaction leaves out. */
import { toOneLine } from '../../base/one-line.ts';
import { countShares, sumShares } from '../budget/token-shares.ts';
import { computeTokenBudget } from '../budget/window-split.ts';
import type { CompactionFrame } from '../frames/model-frames.ts';
import { callOptionalModel } from '../model-calls/model-call.ts';
import { toTextProtocol } from '../parse/text-protocol.ts';
import { extractVisibleText } from '../parse/visible-draft.ts';
import type { Model, ModelMessage, ReadText, RunPorts } from '../ports.ts';
import { getSpec, type AgentState } from '../state/agent-state.ts';
import { countTurns, iterateTurns, type Turn } from '../state/turns.ts';
import { isPinned, getTurnVisibility } from '../state/context-view.ts';
import type { Commits, Writer } from '../state/journal.ts';
import { scopeKey } from '../state/sub-agents.ts';
import { createUserMessage, type AgentContext } from './agent-context.ts';
import { renderPrompt } from './prompts/built-in.ts';
import { escapeData } from './prompts/render.ts';
import { formatSource, renderTurn } from './render-results.ts';

export interface SummaryScope {
  readonly journal: Writer;
  readonly ports: RunPorts;
  readonly model: Model;
  readonly read: ReadText;
}

const REQUEST_SHARE = 0.6;
const MAX_SOURCES = 20;

/** All but the last turn, whose results are not evaluated yet. */
export const countCompactable = (state: AgentState): number => Math.max(0, countTurns(state) - 1);

export function selectDroppedTurns(state: AgentState): readonly Turn[] {
  return Array.from(iterateTurns(state)).filter(
    (_, index) =>
      index < countCompactable(state) &&
      getTurnVisibility(state.view, index) !== 'summarised' &&
      !isPinned(state.view, [index, index + 1]),
  );
}

/** A file has a name and no address. */
const getSourceKey = ({ title, uri }: { readonly title: string; readonly uri: string }): string => uri || title;

/** Newest last; these pages stay citable. */
export function collectTurnSources(state: AgentState): CompactionFrame['sources'] {
  const sources = new Map((state.view.summary?.sources ?? []).map((source) => [getSourceKey(source), source]));
  for (const { calls } of selectDroppedTurns(state)) {
    for (const { content } of calls.flatMap(({ results }) => results)) {
      for (const block of content)
        if (block.type === 'resource')
          sources.set(getSourceKey(block), { title: toOneLine(block.title, 120), uri: block.uri });
    }
  }
  return Array.from(sources.values()).slice(-MAX_SOURCES);
}

/** Returns '' if the call fails or the reply is empty. */
export async function* requestSummary(
  longest: number,
  { labels }: AgentContext,
  scope: SummaryScope,
  signal: AbortSignal,
): Commits<string> {
  const { journal, ports } = scope;
  const { state } = journal;
  const key = scopeKey(state, `${String(countTurns(state))}/compact/${String(state.view.compactions.length)}`);
  // a model that fails to decide would fail here too
  const failing = Array.from(state.request.modelCalls.values()).some(
    ({ call, failures }) => call.purpose === 'decide' && failures > 0,
  );
  if (failing) return '';
  const text = renderPrompt('CONTEXT_COMPACTION', {
    goal: getSpec(state).goal,
    maxWords: Math.floor(longest * 0.6),
    sources: collectTurnSources(state).map(({ title, uri }) => formatSource(title, uri)),
  });
  const messages: ModelMessage[] = [
    { role: 'system', content: [{ type: 'text', text }] },
    ...(state.view.summary === null
      ? []
      : [createUserMessage(`Notes on what came before:\n${escapeData(state.view.summary.summary)}`)]),
    ...(await renderConversation(selectDroppedTurns(state), scope)),
    createUserMessage('Write the notes now.'),
  ];
  const reply = yield* callOptionalModel(
    {
      key,
      step: state.step,
      purpose: 'compact',
      part: null,
      labels,
      request: toTextProtocol({ task: 'compact', messages, tools: [], maxOutputTokens: longest }),
    },
    journal,
    ports,
    signal,
  );
  return reply === null ? '' : extractVisibleText(reply.text).trim();
}

async function renderConversation(
  turns: readonly Turn[],
  { journal, model, read, ports }: SummaryScope,
): Promise<readonly ModelMessage[]> {
  const most = Math.floor(computeTokenBudget(model, journal.state.request.windowShare).prompt * REQUEST_SHARE);
  const sizes = turns.map(countResultTokens);
  const messages: ModelMessage[] = [];
  for (const [index, turn] of turns.entries()) {
    const room = computeFairShare(sizes, most, index);
    const rendered = await renderTurn(turn, { room, cleared: false, read });
    messages.push(...rendered);
  }
  if (sumShares(await countShares(messages, ports.tokens)) <= most * 1.3) return messages;
  return (await Promise.all(turns.map((turn) => renderTurn(turn, { room: 0, cleared: true, read })))).flat();
}

const countResultTokens = ({ calls }: Turn): number =>
  calls
    .flatMap(({ results }) => results)
    .flatMap(({ content }) => content)
    .reduce((sum, block) => sum + (block.type === 'resource' ? block.body.tokens : 0), 0);

/** Small items get their full size, large ones equal shares of `most`. */
function computeFairShare(sizes: readonly number[], most: number, index: number): number {
  let [remaining, remainingCount] = [most, sizes.length];
  for (const size of [...sizes].sort((a, b) => a - b)) {
    const even = Math.floor(remaining / remainingCount);
    if (size > even) return Math.min(sizes[index] ?? 0, even);
    remaining -= size;
    remainingCount -= 1;
  }
  return sizes[index] ?? 0;
}
