/** Chrome's translator behind the Model port: it answers the task `translate` alone. */
import { detectLanguageByScript } from '../../pipeline/text/script.ts';
import { CallAbortedError, startCallTimeouts, type CallTimeouts } from '../http/timeouts.ts';
import type { ModelConfig } from '../config.ts';
import { describeModel } from '../describe-model.ts';
import type { DocumentPart, Model, ModelEvent, ModelFailure, ModelRequest } from '../model.ts';
import { toTranslatorLanguage, type TranslationApis, type TranslatorSession } from './api.ts';
import { findObstacle, NO_TRANSLATION_FAILURE, ABSENT_FAILURE, toTranslatorFailure } from './translator-failures.ts';
import { translateMarkdown } from './translate-markdown.ts';

export function createTranslatorModel(config: ModelConfig, getApis: () => TranslationApis | null): Model {
  async function* stream(request: ModelRequest, caller: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    const call = startCallTimeouts(config.timeouts, caller);
    let session: TranslatorSession | null = null;
    try {
      const document = findDocument(request);
      const apis = getApis();
      if (request.task !== 'translate' || document === undefined) return yield fail(NO_TRANSLATION_FAILURE);
      if (apis === null) return yield fail(ABSENT_FAILURE);
      const pair = {
        sourceLanguage: await detectLanguage(document, apis, call),
        targetLanguage: toTranslatorLanguage(request.language ?? ''),
      };
      const obstacle = await call.waitFor('connect', findObstacle(pair, apis.translator));
      if (obstacle !== null) return yield fail(obstacle);
      session = await call.waitFor('connect', apis.translator.create({ ...pair, signal: call.signal }));
      const { signal } = call;
      const translator = session;
      const lines = translateMarkdown(document.text, (text) =>
        call.waitFor('gap', translator.translate(text, { signal })),
      );
      for await (const text of lines) yield { type: 'text', text };
      yield { type: 'done', finish: 'stop', usage: {} };
    } catch (thrown) {
      if (thrown instanceof CallAbortedError || caller.aborted) yield { type: 'aborted' };
      else yield { type: 'error', failure: toTranslatorFailure(thrown), refused: session === null };
    } finally {
      session?.destroy();
      call.close();
    }
  }
  return { ...describeModel(config), stream };
}

const findDocument = ({ messages }: ModelRequest): DocumentPart | undefined =>
  messages.flatMap(({ content }) => content).find((part): part is DocumentPart => part.type === 'document');

/** '' if it is not known. */
async function detectLanguage(
  { language, text }: DocumentPart,
  { detector }: TranslationApis,
  call: CallTimeouts,
): Promise<string> {
  const told = toTranslatorLanguage(language) || detectLanguageByScript(text);
  if (told !== '' || detector === null) return told;
  if ((await call.waitFor('connect', detector.availability())) !== 'available') return '';
  const session = await call.waitFor('connect', detector.create({ signal: call.signal }));
  try {
    const [likeliest] = await call.waitFor('gap', session.detect(text.slice(0, DETECTED_CHARS)));
    return toTranslatorLanguage(likeliest?.detectedLanguage ?? '');
  } finally {
    session.destroy();
  }
}

const DETECTED_CHARS = 2000;

/** Nothing reached the translator. */
const fail = (failure: ModelFailure): ModelEvent => ({ type: 'error', failure, refused: true });
