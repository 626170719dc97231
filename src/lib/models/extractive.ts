/**
 * The embedded extractive engine: a Model that answers with the page's own sentences. No key, no network, no chance:
 * the same request gives the same words. The one rule: it quotes whole sentences, it never writes one.
 */
import { troubleOf } from '../base/errors.ts';
import { pause, type Slices, slices } from '../pipeline/text/slice.ts';
import { EXTRACTIVE_ID } from './config.ts';
import { answerFrom } from './extractive/answer.ts';
import { type Composition, compose } from './extractive/compose.ts';
import { type Outline, outlineOf } from './extractive/outline.ts';
import { choicesFor, spares, titleFor } from './extractive/plan.ts';
import { rank } from './extractive/rank.ts';
import type { DocumentPart, Model, ModelEvent, ModelFailure, ModelMessage, ModelRequest } from './model.ts';
import type { TokenCounter } from './tokens.ts';

/** Only really long texts are taken part by part: the engine's work grows with the text, its memory is no bound. */
const CONTEXT_TOKENS = 60_000;

export function extractiveModel(tokens: TokenCounter): Model {
  return {
    id: EXTRACTIVE_ID,
    label: 'extractive, no model',
    contextTokens: CONTEXT_TOKENS,
    metered: false,
    toolCalling: 'none',
    pictures: false,
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
      try {
        yield* reply(request, signal, tokens);
      } catch (thrown) {
        yield signal.aborted
          ? { type: 'aborted' }
          : { type: 'error', failure: { ...troubleOf(thrown), retryable: false } };
      }
    },
  };
}

async function* reply(
  request: ModelRequest,
  signal: AbortSignal,
  tokens: TokenCounter,
): AsyncGenerator<ModelEvent, void, undefined> {
  const turns = slices(signal);
  await turns.turn();
  const documents = documentsOf(request);
  const said = await composed(request, documents, tokens, turns);
  if ('code' in said) return yield { type: 'error', failure: said };
  const { pieces, tokens: output } = said;
  if (pieces.length === 0) return yield { type: 'error', failure: noRoom(request.maxOutputTokens) };
  let input = 0;
  for (const document of documents) {
    input += await tokens.count(document.text);
    await turns.turn();
  }
  for (const text of pieces) {
    yield { type: 'text', text };
    await pause(); // whoever reads may want to show it, or to stop
    signal.throwIfAborted();
  }
  yield { type: 'done', finish: 'stop', usage: { input, output } };
}

async function composed(
  request: ModelRequest,
  documents: readonly DocumentPart[],
  tokens: TokenCounter,
  turns: Slices,
): Promise<Composition | ModelFailure> {
  if (request.task === 'answer') return answerFrom(request.messages, documents, request.maxOutputTokens, tokens, turns);
  const outline = await outlineOf(documents, turns);
  return outline.units.length === 0 ? nothingToSummarise() : written(outline, request, tokens, turns);
}

async function written(
  outline: Outline,
  { task, maxOutputTokens }: ModelRequest,
  tokens: TokenCounter,
  turns: Slices,
): Promise<Composition> {
  const ranked = await rank(outline, turns);
  const choices = choicesFor(task, outline, ranked);
  await turns.turn();
  const title = titleFor(outline, choices);
  const layout = task === 'condense' ? 'running' : 'digest';
  const best = await compose({ choices, title, layout }, outline, maxOutputTokens, tokens);
  if (best.pieces.length > 0) return best;
  for (const spare of spares(ranked)) {
    const one = await compose({ choices: [spare], title: '', layout }, outline, maxOutputTokens, tokens);
    if (one.pieces.length > 0) return one;
    await turns.turn();
  }
  return best;
}

function documentsOf(request: ModelRequest): readonly DocumentPart[] {
  const own = (parts: ModelMessage['content']): readonly DocumentPart[] =>
    parts.flatMap((part) => (part.type === 'document' ? [part] : part.type === 'tool-result' ? own(part.content) : []));
  return request.messages.flatMap(({ content }) => own(content));
}

function nothingToSummarise(): ModelFailure {
  return {
    code: 'model.nothing-to-summarise',
    message: 'There are no sentences in this text: the extractive engine only quotes, and here is nothing to quote.',
    cure: 'Open a page with running text, or choose a language model in the settings.',
    retryable: false,
  };
}

function noRoom(max: number): ModelFailure {
  return {
    code: 'model.output-too-small',
    message: `No sentence of this text fits into ${max} tokens.`,
    cure: 'Allow a longer answer in the settings.',
    retryable: false,
  };
}
