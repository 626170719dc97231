import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { google } from '../../../src/lib/models/providers/google.ts';
import { modelAt } from '../../kit/models/http-models.ts';
import { collect, REQUEST } from '../../kit/conformance/model-conformance.ts';
import { startModelServer, type ModelServer } from '../../kit/models/model-server.ts';
import { inTurn, reply } from '../../kit/models/model-server-replies.ts';
import { gemini } from '../../kit/wire/google.ts';

let server: ModelServer;
beforeAll(async () => (server = await startModelServer(undefined, { format: gemini })));
afterAll(() => server.close());

const never = new AbortController().signal;
const model = (name = 'gemini-2.5-flash') => modelAt(server.url, { protocol: google, model: name });

describe('a model that thinks out of the tokens of its answer', () => {
  it.each([
    ['gemini-2.5-flash', { thinkingBudget: 0 }],
    ['models/gemini-2.5-flash-lite', { thinkingBudget: 0 }],
    ['gemini-2.5-pro', { thinkingBudget: 128 }],
    ['gemini-3-pro-preview', { thinkingLevel: 'low' }],
    ['gemini-flash-latest', { thinkingLevel: 'low' }],
    ['gemini-2.0-flash', undefined],
    ['gemini-1.5-pro', undefined],
    ['gemma-3-27b-it', undefined],
    ['learnlm-2.0', undefined],
  ])('is told not to, in the words that %s knows', async (name, thinkingConfig) => {
    server.respond(() => reply({ text: 'Tea.' }, gemini));
    expect((await collect(model(name).stream(REQUEST, never))).last.type).toBe('done');
    const { generationConfig } = server.calls.at(-1)?.body as Record<string, unknown>;
    expect(generationConfig).toEqual({
      maxOutputTokens: 300,
      ...(thinkingConfig === undefined ? {} : { thinkingConfig }),
    });
  });

  it.each([
    'Budget 0 is invalid. This model only works in thinking mode.',
    'Thinking level LOW is not supported for this model.',
    'Unknown name "thinkingConfig" at \'generation_config\': Cannot find field.',
  ])('is left to think when it refuses to be told: %s', async (words) => {
    const script = inTurn(gemini.refuse(400, words), gemini.refuse(400, words));
    server.respond(() => script);
    const subject = model();
    const first = await collect(subject.stream(REQUEST, never));
    expect(first.last).toMatchObject({ failure: { code: 'model.dialect', retryable: true } });
    const second = await collect(subject.stream(REQUEST, never));
    expect(second.last).toMatchObject({ failure: { code: 'model.bad-request' } });
    expect(server.calls.at(-1)?.body).toMatchObject({ generationConfig: { maxOutputTokens: 300 } });
    expect(JSON.stringify(server.calls.at(-1)?.body)).not.toContain('thinking');
  });
});
