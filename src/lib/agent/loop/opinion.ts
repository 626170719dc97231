/** A second opinion, where the user switched it on: which claims of an answer a model thinks do not follow from their quotes. */
import { toOneLine } from '../../base/one-line.ts';
import { computeTokenBudget } from '../budget/window-split.ts';
import { renderPrompt } from '../context/prompts/built-in.ts';
import type { Citation, CitedClaim } from '../frames/citation.ts';
import { mergeLabels, MODEL_LABELS, SYSTEM_LABELS } from '../frames/labels.ts';
import type { OpinionFrame } from '../frames/model-frames.ts';
import type { FrameDraft } from '../frames/stamp.ts';
import { callOptionalModel, createPlainRequest } from '../model-calls/model-call.ts';
import { readJsonItems } from '../parse/json-items.ts';
import type { Model, RunPorts } from '../ports.ts';
import { getSpec } from '../state/agent-state.ts';
import type { Commits, Writer } from '../state/journal.ts';
import { resolveModelForPurpose } from '../state/model-roles.ts';
import { countTurns } from '../state/turns.ts';

/** The most that claims and sources have together, in UTF-16 units: about as many tokens in Chinese, a quarter in English. */
export const MAX_ASKED_LENGTH = 8000;
export const MAX_OPINION_TOKENS = 600;
const OPINION_TIMEOUT_MS = 20_000;
const MAX_REASON_LENGTH = 120;

export const NO_OPINION: FrameDraft = { kind: 'opinion', labels: SYSTEM_LABELS, by: null, doubts: [] };

/** Asks at most once, whatever comes of it. Throws `RetryLater` after a failure. */
export async function* generateOpinion(journal: Writer, ports: RunPorts, signal: AbortSignal): Commits<void> {
  const { state } = journal;
  const { binding, model } = resolveModelForPurpose('opinion', getSpec(state).models, ports.getModel);
  const asked = model.toolCalling === 'none' ? [] : selectClaims(state.request.answer?.citations ?? [], model);
  if (asked.length === 0) {
    yield [NO_OPINION];
    return;
  }
  const text = renderPrompt('SECOND_OPINION', { claims: asked.map(({ text: claim, source }) => ({ claim, source })) });
  const call = {
    key: `${String(countTurns(state))}/opinion`,
    step: state.step,
    purpose: 'opinion',
    part: null,
    labels: state.worstLabels,
    request: createPlainRequest(text, MAX_OPINION_TOKENS),
    withinMs: OPINION_TIMEOUT_MS,
  } as const;
  const reply = yield* callOptionalModel(call, journal, ports, signal);
  const doubts = reply && readDoubts(reply.text, asked);
  if (doubts === null) yield [NO_OPINION];
  else yield [{ kind: 'opinion', labels: mergeLabels(state.worstLabels, MODEL_LABELS), by: binding.label, doubts }];
}

interface AskedClaim extends CitedClaim {
  /** Index of its citation. */
  readonly citation: number;
}

/** The first ones that fit into the model's window, a token for each character at most. */
function selectClaims(citations: readonly Citation[], model: Model): readonly AskedClaim[] {
  let left = computeTokenBudget(model).document;
  const asked: AskedClaim[] = [];
  for (const [citation, { claim }] of citations.entries()) {
    if (claim === undefined) continue;
    left -= claim.text.length + claim.source.length;
    if (left < 0) break;
    asked.push({ citation, ...claim });
  }
  return asked;
}

/** In the order of the reply; what names no asked claim or has no reason is left out. Null if the reply has no list. */
function readDoubts(text: string, asked: readonly AskedClaim[]): OpinionFrame['doubts'] | null {
  const items = readJsonItems(text);
  if (items === null) return null;
  const doubts = new Map<number, string>();
  for (const { index, reason } of items) {
    const claim = asked[Number(index) - 1];
    const words = typeof reason === 'string' ? toOneLine(reason, MAX_REASON_LENGTH) : '';
    if (claim !== undefined && words !== '' && !doubts.has(claim.citation)) doubts.set(claim.citation, words);
  }
  return Array.from(doubts, ([citation, reason]) => ({ citation, reason }));
}
