/** Compacts a full context (R5.3): clears old results, then condenses turns by model, or by code if that fails. */
import {
  collectTurnSources,
  countCompactable,
  requestSummary,
  selectDroppedTurns,
  type SummaryScope,
} from './summary-request.ts';
import { COMPACTION_THRESHOLD, needsCompaction, MAX_COMPACTED_SHARE, type AgentContext } from './agent-context.ts';
import { applyCompaction } from '../state/context-view.ts';
import { MODEL_LABELS } from '../frames/labels.ts';
import { SYSTEM_LABELS, mergeLabels } from '../frames/frames.ts';
import type { CompactionFrame } from '../frames/model-frames.ts';
import type { FrameDraft } from '../frames/stamp.ts';
import type { Commits } from '../state/journal.ts';
import type { AgentState } from '../state/agent-state.ts';
import { computeTokenBudget } from '../budget/window-split.ts';
import { formatCallLine, toOneLine, truncate } from '../../base/one-line.ts';
import type { TokenCounter } from '../ports.ts';
import { listOpenings } from '../state/partial-answer.ts';
import type { Turn } from '../state/turns.ts';

interface CompactionScope extends SummaryScope {
  readonly measure: (state: AgentState) => Promise<AgentContext>;
}

type SummaryContent = Pick<CompactionFrame, 'stage' | 'by' | 'summary'>;

const MIN_SUMMARY_TOKENS = 30;
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

const LENGTHS = [320, 200, 120, 60] as const;

/** The deterministic fallback of a model's summary. At most `most` tokens; drops calls first, then the oldest lines. */
async function condenseTurns(
  turns: readonly Turn[],
  before: string,
  most: number,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<string> {
  const notes = await truncateToTokens(before, Math.floor(most / 2), tokens);
  const spoken = turns.filter(({ decision }) => decision !== 'call' && decision !== 'invalid');
  const least = spoken.length > 0 ? spoken : turns;
  for (const kept of new Set([turns, least]))
    for (const length of LENGTHS) {
      const text = joinNotes(
        notes,
        kept.flatMap((turn) => formatTurnLines(turn, length)),
      );
      if ((await tokens.count(text)) <= most) return text;
    }
  const lines = least.flatMap((turn) => formatTurnLines(turn, LENGTHS[3]));
  for (let from = 1; from <= lines.length; from *= 2) {
    const remaining = lines.slice(Math.min(from, lines.length));
    const text = joinNotes(notes, [`(${String(lines.length - remaining.length)} earlier ones left out)`, ...remaining]);
    if ((await tokens.count(text)) <= most) return text;
  }
  return truncateToTokens(notes, most, tokens);
}

const joinNotes = (notes: string, lines: readonly string[]): string =>
  [notes, lines.map((line) => `- ${line}`).join('\n')].filter((part) => part !== '').join('\n');

function formatTurnLines(turn: Turn, length: number): readonly string[] {
  const meaning = (turn.observation ?? '') === '' ? '' : ` It means: ${turn.observation ?? ''}`;
  switch (turn.decision) {
    case 'call':
      return turn.calls.map(({ tool, args, results }, index) => {
        const result = results.map(({ message, content }) => [message, ...listOpenings(content)].join(' ')).join(' ');
        return toOneLine(
          `${formatCallLine(tool, args)}: ${result}${index === turn.calls.length - 1 ? meaning : ''}`,
          length,
        );
      });
    case 'ask':
      return [toOneLine(`Asked: ${turn.question?.text ?? ''} Answer: ${turn.question?.answer ?? ''}`, length)];
    case 'follow':
      return [
        ...(turn.question?.text ? [toOneLine(`Answered: ${turn.question.text}`, length)] : []),
        toOneLine(`The user asked: ${turn.question?.answer ?? ''}`, length),
      ];
    case 'respond':
    case 'impossible':
      return [toOneLine(`Answered: ${turn.text}`, length)];
    case 'invalid':
      return [];
  }
}

async function truncateToTokens(text: string, most: number, tokens: Pick<TokenCounter, 'count'>): Promise<string> {
  let short = text;
  for (let count = await tokens.count(short); count > most && short !== ''; count = await tokens.count(short)) {
    const length = Math.min(short.length - 1, Math.floor((short.length * most) / count));
    short = truncate(short, Math.max(0, length));
  }
  return short;
}
