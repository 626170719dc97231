/** Compacts a full context (R5.3): clears old results, then condenses turns by model, or by code if that fails. */
import { toOneLine } from '../../base/one-line.ts';
import { countShares, sumShares } from '../budget/token-shares.ts';
import { condenseTurns } from './condense.ts';
import {
  COMPACTION_THRESHOLD,
  needsCompaction,
  createUserMessage,
  MAX_COMPACTED_SHARE,
  type AgentContext,
} from './agent-context.ts';
import { applyCompaction, isPinned, getTurnVisibility } from '../state/context-view.ts';
import { MODEL_LABELS } from '../frames/labels.ts';
import { SYSTEM_LABELS, mergeLabels, type CompactionFrame, type FrameDraft } from '../frames/frames.ts';
import type { Commits, Writer } from '../state/journal.ts';
import { callOptionalModel } from '../model-calls/model-call.ts';
import { extractVisibleText } from '../parse/visible-draft.ts';
import type { Model, ModelMessage, ReadText, RunPorts } from '../ports.ts';
import { renderPrompt } from './prompts/built-in.ts';
import { escapeData } from './prompts/render.ts';
import { renderTurn } from './render-results.ts';
import { getSpec, countTurns, iterateTurns, type AgentState, type Turn } from '../state/agent-state.ts';
import { scopeKey } from '../state/sub-agents.ts';
import { toTextProtocol } from '../parse/text-protocol.ts';
import { computeTokenBudget } from '../budget/window-split.ts';

export interface CompactionScope {
  readonly journal: Writer;
  readonly ports: RunPorts;
  readonly model: Model;
  readonly read: ReadText;
  readonly measure: (state: AgentState) => Promise<AgentContext>;
}

type SummaryContent = Pick<CompactionFrame, 'stage' | 'by' | 'summary'>;

const MIN_SUMMARY_TOKENS = 30;
const REQUEST_SHARE = 0.6;
const MAX_SOURCES = 20;
/** Joint counts may exceed the sum of separate counts by this. */
const TOKEN_SLACK = 10;

/** Throws `RetryLater` when the model must be called again. */
export async function* compactContext(scope: CompactionScope, signal: AbortSignal): Commits<void> {
  const { journal, measure } = scope;
  for (;;) {
    const context = await measure(journal.state);
    if (!needsCompaction(context)) return;
    const clear = await draftClearing(context, scope);
    const isEnough = clear && !needsCompaction({ ...context, tokenCount: clear.after });
    const draft = isEnough ? clear : ((yield* draftSummary(context, scope, signal)) ?? clear);
    if (!draft || draft.after > context.maxTokens) return;
    yield [draft];
  }
}

/** All but the last turn, whose results are not evaluated yet. */
const countCompactable = (state: AgentState): number => Math.max(0, countTurns(state) - 1);

const isWorthwhile = ({ after, before }: MeasuredDraft): boolean => after <= MAX_COMPACTED_SHARE * before;

async function draftClearing(context: AgentContext, scope: CompactionScope): Promise<MeasuredDraft | null> {
  const { state } = scope.journal;
  if (state.view.cleared >= countCompactable(state)) return null;
  const draft = await measureCompaction({ stage: 'clear', by: 'rule', summary: '' }, context, scope);
  return isWorthwhile(draft) ? draft : null;
}

async function* draftSummary(
  context: AgentContext,
  scope: CompactionScope,
  signal: AbortSignal,
): Commits<MeasuredDraft | null> {
  const { state } = scope.journal;
  if ((state.view.summary?.to ?? 0) >= countCompactable(state)) return null;
  const longest = await measureSummaryRoom(context, scope);
  if (longest < MIN_SUMMARY_TOKENS) return null;
  const text = yield* requestSummary(longest, context, scope, signal);
  if (text !== '') {
    const byModel = await measureCompaction({ stage: 'summary', by: 'model', summary: text }, context, scope);
    if (isWorthwhile(byModel)) return byModel;
  }
  const { tokens } = scope.ports;
  const notes = await condenseTurns(selectDroppedTurns(state), state.view.summary?.summary ?? '', longest, tokens);
  const byRule = await measureCompaction({ stage: 'summary', by: 'rule', summary: notes }, context, scope);
  return isWorthwhile(byRule) ? byRule : null;
}

/** In tokens: brings the context below the threshold, or else within the window. */
async function measureSummaryRoom(context: AgentContext, scope: CompactionScope): Promise<number> {
  const { tokenCount: before, maxTokens } = context;
  const minimum = (await measureCompaction({ stage: 'summary', by: 'rule', summary: '' }, context, scope)).after;
  const rooms = [COMPACTION_THRESHOLD * maxTokens, maxTokens].map(
    (most) => Math.floor(Math.min(MAX_COMPACTED_SHARE * before, most)) - minimum - TOKEN_SLACK,
  );
  const room = rooms.find((candidate) => candidate >= MIN_SUMMARY_TOKENS) ?? 0;
  return Math.min(computeTokenBudget(scope.model, scope.journal.state.request.windowShare).note, room);
}

type MeasuredDraft = FrameDraft & Pick<CompactionFrame, 'before' | 'after'>;

async function measureCompaction(
  content: SummaryContent,
  { tokenCount: before, labels }: AgentContext,
  scope: CompactionScope,
): Promise<MeasuredDraft> {
  const { state } = scope.journal;
  const draft = {
    kind: 'compaction',
    labels: mergeLabels(labels, content.by === 'model' ? MODEL_LABELS : SYSTEM_LABELS),
    step: state.step,
    to: countCompactable(state),
    sources: collectTurnSources(state),
    before,
    after: 0,
    ...content,
  } as const;
  const nextState = { ...state, view: applyCompaction(state.view, { ...draft, id: '' } as unknown as CompactionFrame) };
  return { ...draft, after: (await scope.measure(nextState)).tokenCount };
}

function selectDroppedTurns(state: AgentState): readonly Turn[] {
  return Array.from(iterateTurns(state)).filter(
    (_, index) =>
      index < countCompactable(state) &&
      getTurnVisibility(state.view, index) !== 'summarised' &&
      !isPinned(state.view, [index, index + 1]),
  );
}

/** Newest last; these pages stay citable. */
function collectTurnSources(state: AgentState): CompactionFrame['sources'] {
  const sources = new Map((state.view.summary?.sources ?? []).map((source) => [source.uri, source]));
  for (const { calls } of selectDroppedTurns(state)) {
    for (const { content } of calls.flatMap(({ results }) => results)) {
      for (const block of content)
        if (block.type === 'resource') sources.set(block.uri, { title: toOneLine(block.title, 120), uri: block.uri });
    }
  }
  return Array.from(sources.values()).slice(-MAX_SOURCES);
}

/** Returns '' if the call fails or the reply is empty. */
async function* requestSummary(
  longest: number,
  { labels }: AgentContext,
  scope: CompactionScope,
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
    sources: collectTurnSources(state).map(({ title, uri }) => `${title} (${uri})`),
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
  { journal, model, read, ports }: CompactionScope,
): Promise<readonly ModelMessage[]> {
  const most = Math.floor(computeTokenBudget(model, journal.state.request.windowShare).prompt * REQUEST_SHARE);
  const sizes = turns.map(({ calls }) =>
    calls
      .flatMap(({ results }) => results)
      .flatMap(listBlockTokens)
      .reduce((a, b) => a + b, 0),
  );
  const messages: ModelMessage[] = [];
  for (const [index, turn] of turns.entries()) {
    const room = computeFairShare(sizes, most, index);
    const rendered = await renderTurn(turn, { room, cleared: false, read });
    messages.push(...rendered);
  }
  if (sumShares(await countShares(messages, ports.tokens)) <= most * 1.3) return messages;
  return (await Promise.all(turns.map((turn) => renderTurn(turn, { room: 0, cleared: true, read })))).flat();
}

const listBlockTokens = ({ content }: CallResult): readonly number[] =>
  content.map((block) => (block.type === 'resource' ? block.body.tokens : 0));

type CallResult = Turn['calls'][number]['results'][number];

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
