/** Models over HTTP as tests make them: everything but what a test is about is said here. */
import { createHttpModel, type HttpModelConfig } from '../../../src/lib/models/http/http-model.ts';
import type { Model } from '../../../src/lib/models/model.ts';
import { openAICompatible } from '../../../src/lib/models/providers/openai-compatible.ts';
import { PATIENT } from '../conformance/model-conformance.ts';

export const TEST_ORIGIN = 'chrome-extension://abcdefghijklmnop';

/** A model at the endpoint, which speaks OpenAI's chat completions unless told otherwise. */
export function modelAt(endpoint: string, more: Partial<HttpModelConfig> = {}): Model {
  return createHttpModel({
    id: 'test:test-model',
    protocol: openAICompatible,
    endpoint,
    model: 'test-model',
    contextTokens: 8192,
    toolCalling: 'native',
    pictures: false,
    keepAlive: 5,
    timeouts: PATIENT,
    fetch: globalThis.fetch,
    extensionOrigin: TEST_ORIGIN,
    ...more,
  });
}
