/**
 * Compaction: what a run does when its context fills up (R5.3). Old results are cleared first; where that is not enough
 * the model condenses the turns, and where it cannot, code does. The one rule: goal, grounding and reflections are never
 * touched, a call and its result go together, and nothing is compacted unless a fifth of the whole is won.
 */
import { oneLine } from '../base/one-line.ts';
import { sharesOf, totalOf } from './weight.ts';
import { condensed } from './condense.ts';
import { FULL, needsCompaction, user, WORTHWHILE, type AgentContext } from './context-value.ts';
import { compacted, isPinned, shownAs } from './context-view.ts';
import { FROM_MODEL } from './drafts.ts';
import { SYSTEM, worst, type CompactionFrame, type FrameDraft } from './frames.ts';
import type { Effects, Pen } from './journal.ts';
import { callAside } from './model-effect.ts';
import { visibleText } from './parse/visible.ts';
import type { Model, ModelMessage, ReadText, RunPorts } from './ports.ts';
import { asData, loadTemplate, renderTemplate } from './prompts.ts';
import { renderTurn } from './render.ts';
import { specOf, turnCount, turnsOf, type AgentState, type Turn } from './session.ts';
import { keyed } from './subs.ts';
import { toTextProtocol } from './text-protocol.ts';
import { windowsOf } from './windows.ts';

export interface CompactionScope {
  readonly journal: Pen;
  readonly ports: RunPorts;
  /** The one that is asked for notes. */
  readonly model: Model;
  readonly read: ReadText;
  /** The context that a run in this state would be shown. */
  readonly measure: (state: AgentState) => Promise<AgentContext>;
}

type Said = Pick<CompactionFrame, 'stage' | 'by' | 'summary'>;

/** Shortest summary worth writing, in tokens. */
const LEAST = 30;
/** Share of the window that the turns to be condensed may fill in the request. */
const REQUEST_SHARE = 0.6;
const SOURCES = 20;
/** What counting a text beside others may come to more than alone. */
const SLACK = 10;

/**
 * Makes room in the context where it is fuller than it should be. What cannot be compacted is left as it is. Throws `Unsettled` when the model has to be asked again.
 */
export async function* compactContext(scope: CompactionScope, signal: AbortSignal): Effects<void> {
  const { journal, measure } = scope;
  for (;;) {
    const context = await measure(journal.state);
    if (!needsCompaction(context)) return;
    const clear = await cleared(context, scope);
    const relieved = clear && !needsCompaction({ ...context, tokenCount: clear.after });
    const draft = relieved ? clear : ((yield* summarised(context, scope, signal)) ?? clear);
    if (!draft || draft.after > context.maxTokens) return;
    yield [draft];
  }
}

/** Turns that may go: all but the last, whose results have not been looked at yet. */
const reach = (state: AgentState): number => Math.max(0, turnCount(state) - 1);

const isWorthwhile = ({ after, before }: Weighed): boolean => after <= WORTHWHILE * before;

async function cleared(context: AgentContext, scope: CompactionScope): Promise<Weighed | null> {
  const { state } = scope.journal;
  if (state.view.cleared >= reach(state)) return null;
  const draft = await weighed({ stage: 'clear', by: 'rule', summary: '' }, context, scope);
  return isWorthwhile(draft) ? draft : null;
}

async function* summarised(
  context: AgentContext,
  scope: CompactionScope,
  signal: AbortSignal,
): Effects<Weighed | null> {
  const { state } = scope.journal;
  if ((state.view.summary?.to ?? 0) >= reach(state)) return null;
  const longest = await roomForSummary(context, scope);
  if (longest < LEAST) return null;
  const text = yield* asked(longest, context, scope, signal);
  if (text !== '') {
    const byModel = await weighed({ stage: 'summary', by: 'model', summary: text }, context, scope);
    if (isWorthwhile(byModel)) return byModel;
  }
  const { tokens } = scope.ports;
  const own = await condensed(dropped(state), state.view.summary?.summary ?? '', longest, tokens);
  const byRule = await weighed({ stage: 'summary', by: 'rule', summary: own }, context, scope);
  return isWorthwhile(byRule) ? byRule : null;
}

/** Longest summary, in tokens, after which the context is no longer too full; where that cannot be had, still fits. */
async function roomForSummary(context: AgentContext, scope: CompactionScope): Promise<number> {
  const { tokenCount: before, maxTokens } = context;
  const base = (await weighed({ stage: 'summary', by: 'rule', summary: '' }, context, scope)).after;
  const rooms = [FULL * maxTokens, maxTokens].map(
    (most) => Math.floor(Math.min(WORTHWHILE * before, most)) - base - SLACK,
  );
  const room = rooms.find((each) => each >= LEAST) ?? 0;
  return Math.min(windowsOf(scope.model, scope.journal.state.share).note, room);
}

type Weighed = FrameDraft & Pick<CompactionFrame, 'before' | 'after'>;

/** The frame that would be written, with what it would win. */
async function weighed(
  said: Said,
  { tokenCount: before, labels }: AgentContext,
  scope: CompactionScope,
): Promise<Weighed> {
  const { state } = scope.journal;
  const draft = {
    kind: 'compaction',
    labels: worst(labels, said.by === 'model' ? FROM_MODEL : SYSTEM),
    step: state.step,
    to: reach(state),
    sources: sourcesOf(state),
    before,
    after: 0,
    ...said,
  } as const;
  const then = { ...state, view: compacted(state.view, { ...draft, id: '' } as unknown as CompactionFrame) };
  return { ...draft, after: (await scope.measure(then)).tokenCount };
}

/** The turns that a summary would take out of sight now. */
function dropped(state: AgentState): readonly Turn[] {
  return Array.from(turnsOf(state)).filter(
    (_, index) =>
      index < reach(state) && shownAs(state.view, index) !== 'summarised' && !isPinned(state.view, [index, index + 1]),
  );
}

/** Pages that the turns had read, newest last: they stay citable. */
function sourcesOf(state: AgentState): CompactionFrame['sources'] {
  const found = new Map((state.view.summary?.sources ?? []).map((source) => [source.uri, source]));
  for (const { calls } of dropped(state)) {
    for (const { content } of calls.flatMap(({ results }) => results)) {
      for (const block of content)
        if (block.type === 'resource') found.set(block.uri, { title: oneLine(block.title, 120), uri: block.uri });
    }
  }
  return Array.from(found.values()).slice(-SOURCES);
}

/** The model's summary; '' where it cannot be asked or says nothing. */
async function* asked(
  longest: number,
  { labels }: AgentContext,
  scope: CompactionScope,
  signal: AbortSignal,
): Effects<string> {
  const { journal, ports } = scope;
  const { state } = journal;
  const key = keyed(state, `${String(turnCount(state))}/compact/${String(state.view.compactions.length)}`);
  // a model that fails to decide would fail at this as well
  const failing = Array.from(state.effects.values()).some(
    ({ call, failures }) => call.purpose === 'decide' && failures > 0,
  );
  if (failing) return '';
  const text = renderTemplate(loadTemplate('CONTEXT_COMPACTION'), {
    goal: specOf(state).goal,
    maxWords: Math.floor(longest * 0.6),
    sources: sourcesOf(state).map(({ title, uri }) => `${title} (${uri})`),
  });
  const messages: ModelMessage[] = [
    { role: 'system', content: [{ type: 'text', text }] },
    ...(state.view.summary === null ? [] : [user(`Notes on what came before:\n${asData(state.view.summary.summary)}`)]),
    ...(await conversation(dropped(state), scope)),
    user('Write the notes now.'),
  ];
  const reply = yield* callAside(
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
  return reply === null ? '' : visibleText(reply.text).trim();
}

/** The turns as they happened, results whole as far as they fit. */
async function conversation(
  turns: readonly Turn[],
  { journal, model, read, ports }: CompactionScope,
): Promise<readonly ModelMessage[]> {
  const most = Math.floor(windowsOf(model, journal.state.share).prompt * REQUEST_SHARE);
  const sizes = turns.map(({ calls }) =>
    calls
      .flatMap(({ results }) => results)
      .flatMap(tokensIn)
      .reduce((a, b) => a + b, 0),
  );
  const messages: ModelMessage[] = [];
  for (const [index, turn] of turns.entries()) {
    const room = fairShare(sizes, most, index);
    const rendered = await renderTurn(turn, { room, cleared: false, read });
    messages.push(...rendered);
  }
  if (totalOf(await sharesOf(messages, ports.tokens)) <= most * 1.3) return messages;
  return (await Promise.all(turns.map((turn) => renderTurn(turn, { room: 0, cleared: true, read })))).flat();
}

const tokensIn = ({ content }: CallResult): readonly number[] =>
  content.map((block) => (block.type === 'resource' ? block.body.tokens : 0));

type CallResult = Turn['calls'][number]['results'][number];

/** What the one at an index gets of `most`: small ones all they want, large ones as much as each other. */
function fairShare(sizes: readonly number[], most: number, index: number): number {
  let [left, open] = [most, sizes.length];
  for (const size of [...sizes].sort((a, b) => a - b)) {
    const even = Math.floor(left / open);
    if (size > even) return Math.min(sizes[index] ?? 0, even);
    left -= size;
    open -= 1;
  }
  return sizes[index] ?? 0;
}
