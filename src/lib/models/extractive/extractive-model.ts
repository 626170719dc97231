/** The built-in extractive engine: answers with sentences quoted from the page. Deterministic; no network. */
import { toUserError } from '../../base/errors.ts';
import { yieldToEventLoop, type TimeSlicer, createTimeSlicer } from '../../pipeline/text/time-slices.ts';
import { EXTRACTIVE_ID } from '../config.ts';
import { composeAnswer } from './answer.ts';
import type { Composition } from './compose.ts';
import { buildOutline } from './outline.ts';
import { composeSummary } from './summary.ts';
import type { DocumentPart, Model, ModelEvent, ModelFailure, ModelMessage, ModelRequest } from '../model.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';

const CONTEXT_TOKENS = 60_000;

export function createExtractiveModel(tokens: TokenCounter): Model {
  return {
    id: EXTRACTIVE_ID,
    label: 'Built-in engine',
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
  return outline.units.length === 0 ? NO_TEXT_FAILURE : composeSummary(outline, request, tokens, turns);
}

function collectDocuments(request: ModelRequest): readonly DocumentPart[] {
  const collect = (parts: ModelMessage['content']): readonly DocumentPart[] =>
    parts.flatMap((part) =>
      part.type === 'document' ? [part] : part.type === 'tool-result' ? collect(part.content) : [],
    );
  return request.messages.flatMap(({ content }) => collect(content));
}

const NO_TEXT_FAILURE: ModelFailure = {
  code: 'model.nothing-to-summarise',
  message: 'There are no sentences in this text for the built-in engine to quote.',
  hint: 'Open a page with running text, or choose a language model in the settings.',
  retryable: false,
};

function createNoRoomFailure(max: number): ModelFailure {
  return {
    code: 'model.output-too-small',
    message: `No sentence of this text fits into ${max} tokens.`,
    hint: 'Choose a longer answer in Settings, under Answers.',
    retryable: false,
  };
}
