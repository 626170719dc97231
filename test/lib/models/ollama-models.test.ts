import { expect, it } from 'vitest';
import { readModelList, type ServerRequest } from '../../../src/lib/models/http/wire-format.ts';
import { ollama } from '../../../src/lib/models/providers/ollama.ts';

it('lists those that can chat, with what it tells of them', () => {
  const details = { family: 'qwen3', context_length: 40_960, embedding_length: 2560 };
  const models = [
    { name: 'qwen3:4b', model: 'qwen3:4b', details, capabilities: ['completion', 'tools', 'thinking'] },
    { name: 'gemma3:4b', details: { family: 'gemma3' }, capabilities: ['vision', 'completion'] },
    { name: 'embeddinggemma:latest', capabilities: ['embedding'] },
    { name: 'old:7b', details: { family: 'llama' } },
    { model: 'nameless' },
    null,
  ];
  expect(readModelList(ollama.models, { models })).toEqual([
    { id: 'qwen3:4b', contextTokens: 40_960, tools: true, pictures: false },
    { id: 'gemma3:4b', tools: false, pictures: true },
    { id: 'old:7b' },
  ]);
  expect(readModelList(ollama.models, { data: [] })).toBeNull();
  expect(readModelList(ollama.models, { models: [] })).toEqual([]);
});

const shown = {
  model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960, 'qwen3.block_count': 36 },
  capabilities: ['completion', 'tools'],
};

it('tells of one model what it can, and what window of it is in memory', async () => {
  const asked: unknown[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    '/api/show': shown,
    '/api/ps': {
      models: [
        { name: 'other:latest', context_length: 9 },
        { name: 'qwen3:latest', context_length: 4096 },
      ],
    },
  };
  const asking: ServerRequest = (path, sent) => {
    asked.push([path, sent]);
    return Promise.resolve(answers[path]);
  };
  expect(await ollama.fetchModelInfo?.(asking, 'qwen3')).toEqual({
    contextTokens: 40_960,
    servedTokens: 4096,
    tools: true,
    pictures: false,
  });
  expect(asked).toEqual([
    ['/api/show', { model: 'qwen3' }],
    ['/api/ps', undefined],
  ]);
});

it('says nothing of what it does not tell', async () => {
  expect(await ollama.fetchModelInfo?.(() => Promise.reject(new Error('down')), 'qwen3')).toEqual({});
  expect(await ollama.fetchModelInfo?.(() => Promise.resolve({ models: [null], model_info: [] }), 'qwen3')).toEqual({});
});
