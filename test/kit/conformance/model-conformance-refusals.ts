/** Cases of the conformance list in which no reply begins: refusals by status, and answers of the wrong kind. */
import { fails, type Conformance } from './model-conformance.ts';
import { html, json, ollamaForbidden, raw, refuse } from '../models/model-server-replies.ts';

export const REFUSALS: readonly Conformance[] = [
  {
    name: '400 about the context',
    server: refuse(400, 'This model’s maximum context length is 4096 tokens.'),
    ends: fails('too-large', false, '4096', /lower the context size/),
  },
  {
    name: '400 with the window’s size',
    server: json(400, {
      error: {
        code: 400,
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
        n_ctx: 8192,
      },
    }),
    ends: fails('too-large', false, /lower the context size to 8192/),
  },
  { name: '402', server: refuse(402, 'Insufficient Balance'), ends: fails('quota', false, 'Insufficient Balance') },
  {
    name: '403 from Ollama',
    server: ollamaForbidden(),
    ends: fails('origin', false, 'OLLAMA_ORIGINS=chrome-extension://abcdefghijklmnop', 'restart'),
  },
  {
    name: '404 about the model from Ollama',
    server: refuse(404, 'model "test-model" not found, try pulling it first'),
    ends: fails('not-found', false, '`ollama pull test-model`'),
  },
  {
    name: '404 about the path',
    server: raw(404, 'text/plain', '404 page not found'),
    ends: fails('not-found', false, '/v1/chat/completions'),
  },
  {
    name: '422 with a list of faults',
    server: json(422, { detail: [{ loc: ['body', 'messages'], msg: 'Input should be a list' }] }),
    ends: fails('bad-request', false, 'body.messages: Input should be a list'),
  },
  {
    name: '429 with milliseconds',
    server: refuse(429, 'Slow down', undefined, { 'retry-after-ms': '1500', 'retry-after': '9' }),
    ends: { ...fails('rate-limited', true), retryAfterMs: 1500 },
  },
  { name: '429 without a wish', server: refuse(429, 'Slow down'), ends: fails('rate-limited', true) },
  {
    name: '429 for want of credit',
    server: refuse(429, 'You exceeded your current quota', 'insufficient_quota'),
    ends: fails('quota', false),
  },
  { name: '500 in HTML', server: html(500), ends: fails('server', true) },
  { name: '502', server: raw(502, 'text/plain', 'Bad Gateway'), ends: fails('server', true, 'Bad Gateway') },
  {
    name: 'JSON instead of a stream',
    server: json(200, { choices: [] }),
    ends: fails('wrong-type', false, 'application/json'),
  },
  {
    name: 'an error in JSON under 200',
    server: json(200, { error: { message: 'exceeds the available context size', type: 'exceed_context_size_error' } }),
    ends: fails('too-large', false),
  },
];
