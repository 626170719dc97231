/** The embedded extractive engine: answers with sentences quoted from the page. Deterministic; no network. */
import { toUserError } from '../../base/errors.ts';
import { yieldToEventLoop, type TimeSlicer, createTimeSlicer } from '../../pipeline/text/time-slices.ts';
import { EXTRACTIVE_ID } from '../config.ts';
import { composeAnswer } from './answer.ts';
import { type Composition, compose } from './compose.ts';
import { type Outline, buildOutline, type Unit } from './outline.ts';
import { rankUnits, type Ranked } from './rank.ts';
import type { DocumentPart, Model, ModelEvent, ModelFailure, ModelMessage, ModelRequest, ModelTask } from '../model.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import {
  type Choice,
  chooseItems,
  chooseKept,
  chooseLead,
  choosePoints,
  chooseSteps,
  chooseTables,
  computePointCount,
  selectQuotable,
} from './choose.ts';
import { extractTerms } from '../../pipeline/text/terms.ts';

const CONTEXT_TOKENS = 60_000;

export function createExtractiveModel(tokens: TokenCounter): Model {
  return {
    id: EXTRACTIVE_ID,
    label: 'extractive, no model',
    contextTokens: CONTEXT_TOKENS,
    metered: false,
    toolCalling: 'none',
    pictures: false,
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
      try {
        yield* streamExtractiveReply(request, signal, tokens);
      } catch (thrown) {
        yield signal.aborted
          ? { type: 'aborted' }
          : { type: 'error', failure: { ...toUserError(thrown), retryable: false } };
      }
    },
  };
}

async function* streamExtractiveReply(
  request: ModelRequest,
  signal: AbortSignal,
  tokens: TokenCounter,
): AsyncGenerator<ModelEvent, void, undefined> {
  const turns = createTimeSlicer(signal);
  await turns.yieldIfDue();
  const documents = collectDocuments(request);
  const result = await composeReply(request, documents, tokens, turns);
  if ('code' in result) return yield { type: 'error', failure: result };
  const { pieces, tokens: output } = result;
  if (pieces.length === 0) return yield { type: 'error', failure: createNoRoomFailure(request.maxOutputTokens) };
  let input = 0;
  for (const document of documents) {
    input += await tokens.count(document.text);
    await turns.yieldIfDue();
  }
  for (const text of pieces) {
    yield { type: 'text', text };
    await yieldToEventLoop(); // gives the consumer time to show the text or to stop
    signal.throwIfAborted();
  }
  yield { type: 'done', finish: 'stop', usage: { input, output } };
}

async function composeReply(
  request: ModelRequest,
  documents: readonly DocumentPart[],
  tokens: TokenCounter,
  turns: TimeSlicer,
): Promise<Composition | ModelFailure> {
  if (request.task === 'answer')
    return composeAnswer(request.messages, documents, request.maxOutputTokens, tokens, turns);
  const outline = await buildOutline(documents, turns);
  return outline.units.length === 0 ? createNoTextFailure() : composeSummary(outline, request, tokens, turns);
}

async function composeSummary(
  outline: Outline,
  { task, maxOutputTokens }: ModelRequest,
  tokens: TokenCounter,
  turns: TimeSlicer,
): Promise<Composition> {
  const ranked = await rankUnits(outline, turns);
  const choices = selectChoices(task, outline, ranked);
  await turns.yieldIfDue();
  const title = resolveTitle(outline, choices);
  const layout = task === 'condense' ? 'running' : 'digest';
  const best = await compose({ choices, title, layout }, outline, maxOutputTokens, tokens);
  if (best.pieces.length > 0) return best;
  for (const choice of listSpareChoices(ranked)) {
    const attempt = await compose({ choices: [choice], title: '', layout }, outline, maxOutputTokens, tokens);
    if (attempt.pieces.length > 0) return attempt;
    await turns.yieldIfDue();
  }
  return best;
}

function collectDocuments(request: ModelRequest): readonly DocumentPart[] {
  const collect = (parts: ModelMessage['content']): readonly DocumentPart[] =>
    parts.flatMap((part) =>
      part.type === 'document' ? [part] : part.type === 'tool-result' ? collect(part.content) : [],
    );
  return request.messages.flatMap(({ content }) => collect(content));
}

function createNoTextFailure(): ModelFailure {
  return {
    code: 'model.nothing-to-summarise',
    message: 'There are no sentences in this text: the extractive engine only quotes, and here is nothing to quote.',
    hint: 'Open a page with running text, or choose a language model in the settings.',
    retryable: false,
  };
}

function createNoRoomFailure(max: number): ModelFailure {
  return {
    code: 'model.output-too-small',
    message: `No sentence of this text fits into ${max} tokens.`,
    hint: 'Allow a longer answer in the settings.',
    retryable: false,
  };
}

function selectChoices(task: ModelTask, outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const chosen = task === 'condense' ? selectForCondensing(outline, ranked) : selectForSummary(outline, ranked);
  return chosen.length > 0 ? chosen : ranked.slice(0, 2).map(({ unit }) => ({ unit: clipUnit(unit), role: 'lead' }));
}

function listSpareChoices(ranked: readonly Ranked[]): readonly Choice[] {
  return [...selectQuotable(ranked)]
    .sort((a, b) => b.score - a.score || a.unit.order - b.unit.order)
    .slice(0, 200)
    .map(({ unit }) => ({ unit, role: 'lead' }));
}

const MIN_TITLE_SHARE = 0.7;

const MAX_TITLE_WORDS = 24;

/** Returns the title when the summary needs it above, else ''. */
function resolveTitle(outline: Outline, choices: readonly Choice[]): string {
  const title = extractTerms(outline.title);
  const first = choices.find(({ role }) => role === 'lead');
  if (first === undefined || title.length === 0 || title.length > MAX_TITLE_WORDS) return '';
  const roots = new Set(first.unit.config.map(getRoot));
  return title.filter((term) => roots.has(getRoot(term))).length < MIN_TITLE_SHARE * title.length ? outline.title : '';
}

function getRoot(term: string): string {
  return term.slice(0, 4);
}

const MAX_CLIP_LENGTH = 300;

function clipUnit(unit: Unit): Unit {
  const beginning = unit.text.slice(0, MAX_CLIP_LENGTH);
  const space = beginning.lastIndexOf(' ');
  const whole = space > 0 ? beginning.slice(0, space) : beginning.replace(/[\ud800-\udbff]$/, '');
  return { ...unit, text: `${whole.replace(/[,;:]$/, '')} …` };
}

function selectForSummary(outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const steps = chooseSteps(outline);
  const inSteps = new Set(steps);
  const free = ranked.filter(({ unit }) => !inSteps.has(unit));
  const lead = chooseLead(free);
  const count = Math.max(0, computePointCount(selectQuotable(ranked).length) - Math.round(steps.length / 2));
  const points = choosePoints(free, lead, count).map(({ unit }) => unit);
  const items = chooseItems(free, lead).map(({ unit }) => unit);
  const toChoices = (role: Choice['role'], units: readonly Unit[]): Choice[] => units.map((unit) => ({ unit, role }));
  return [
    ...toChoices(
      'lead',
      lead.map(({ unit }) => unit),
    ),
    ...toChoices('step', steps),
    ...toChoices('point', chooseTables(outline)),
    ...toChoices('point', points),
    ...toChoices('point', items),
  ];
}

function selectForCondensing(outline: Outline, ranked: readonly Ranked[]): readonly Choice[] {
  const steps = chooseSteps(outline);
  const inSteps = new Set(steps);
  const units = chooseKept(ranked.filter(({ unit }) => !inSteps.has(unit)));
  return [
    ...units.slice(0, 5).map(({ unit }): Choice => ({ unit, role: 'point' })),
    ...steps.map((unit): Choice => ({ unit, role: 'step' })),
    ...units.slice(5).map(({ unit }): Choice => ({ unit, role: 'point' })),
  ];
}
