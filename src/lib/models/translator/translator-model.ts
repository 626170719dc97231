/** Chrome's translator behind the Model port: it answers the task `translate` alone. */
import { takeLanguageSample } from '../../pipeline/text/script.ts';
import { CallAbortedError, startCallTimeouts } from '../http/timeouts.ts';
import type { ModelConfig } from '../config.ts';
import { describeModel } from '../describe-model.ts';
import type { DocumentPart, Model, ModelEvent, ModelFailure, ModelRequest } from '../model.ts';
import { toTranslatorLanguage, type TranslationApis, type TranslatorSession } from './api.ts';
import { detectLanguage } from './detect-language.ts';
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
      const { signal } = call;
      const sample = request.sample ?? takeLanguageSample(document.text);
      const detection = detectLanguage(document.language, sample, { detector: apis.detector, signal });
      const pair = {
        sourceLanguage: await call.waitFor('connect', detection),
        targetLanguage: toTranslatorLanguage(request.language ?? ''),
      };
      const obstacle = await call.waitFor('connect', findObstacle(pair, apis.translator));
      if (obstacle !== null) return yield fail(obstacle);
      session = await call.waitFor('connect', apis.translator.create({ ...pair, signal }));
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

/** Nothing reached the translator. */
const fail = (failure: ModelFailure): ModelEvent => ({ type: 'error', failure, refused: true });
