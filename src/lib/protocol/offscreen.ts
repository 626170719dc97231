/** Worker–offscreen messages. The document opens every port: listening would hold the panel's port too. */
import { AVAILABILITIES } from '../models/prompt-api/api.ts';
import { FETCHED_SCHEMAS } from './fetched-schemas.ts';
import { OCR_SCHEMAS } from './ocr-schemas.ts';
import { PDF_SCHEMAS } from './pdf-schemas.ts';

export const OFFSCREEN_PAGE = 'src/offscreen/index.html';
/** When it closes, the other side is gone. */
export const OFFSCREEN_PORT = 'offscreen';

export const OFFSCREEN_SERVICES = ['prompt', 'pdf', 'ocr', 'page'] as const;
export type OffscreenService = (typeof OFFSCREEN_SERVICES)[number];

export interface PortLike {
  readonly name: string;
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: { addListener(on: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(on: () => void): void };
}

export const OFFSCREEN_OPEN_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'offscreen.open' },
    service: { enum: OFFSCREEN_SERVICES },
    name: { type: 'string', pattern: '^offscreen/[a-z]{1,20}/[0-9]{1,15}$', maxLength: 60 },
  },
  required: ['type', 'service', 'name'],
  additionalProperties: false,
} as const;

const TEXT = { type: 'string', maxLength: 4_000_000 } as const;

const PART = {
  anyOf: [
    {
      type: 'object',
      properties: { type: { const: 'text' }, text: TEXT },
      required: ['type', 'text'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        type: { const: 'image' },
        mediaType: { type: 'string', pattern: '^image/[a-z0-9.+-]{1,40}$', maxLength: 50 },
        data: { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$', maxLength: 20_000_000 },
      },
      required: ['type', 'mediaType', 'data'],
      additionalProperties: false,
    },
  ],
} as const;

/** Worker → document, once over a port of `prompt`; closing the port cancels. */
export const PROMPT_CALL_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'call' },
    system: TEXT,
    messages: {
      type: 'array',
      maxItems: 2000,
      items: {
        type: 'object',
        properties: {
          role: { enum: ['user', 'assistant'] },
          content: { type: 'array', maxItems: 100, items: PART },
        },
        required: ['role', 'content'],
        additionalProperties: false,
      },
    },
    languages: { type: 'array', maxItems: 8, items: { type: 'string', pattern: '^[a-z]{2,8}$', maxLength: 8 } },
    json: { type: 'object' },
    temperature: { type: 'number', minimum: 0, maximum: 2 },
  },
  required: ['type', 'system', 'messages', 'languages'],
  additionalProperties: false,
} as const;

export const PROMPT_QUESTION_SCHEMA = {
  type: 'object',
  properties: { type: { const: 'question' } },
  required: ['type'],
  additionalProperties: false,
} as const;

const TOKENS = { type: 'integer', minimum: 0, maximum: 1_000_000_000 } as const;
const STATE = { enum: [...AVAILABILITIES, 'absent'] } as const;
const SHORT_TEXT = { type: 'string', maxLength: 1000 } as const;

/** Document → worker, in order: `ready`, any number of `text`, then `done` or `fault`. */
export const PROMPT_READY_SCHEMA = {
  type: 'object',
  properties: { type: { const: 'ready' } },
  required: ['type'],
  additionalProperties: false,
} as const;

export const PROMPT_TEXT_SCHEMA = {
  type: 'object',
  properties: { type: { const: 'text' }, text: TEXT },
  required: ['type', 'text'],
  additionalProperties: false,
} as const;

export const PROMPT_DONE_SCHEMA = {
  type: 'object',
  properties: { type: { const: 'done' }, input: TOKENS, output: TOKENS },
  required: ['type'],
  additionalProperties: false,
} as const;

export const PROMPT_FAULT_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'fault' },
    fault: {
      type: 'object',
      properties: {
        state: STATE,
        during: { enum: ['create', 'prompt'] },
        name: SHORT_TEXT,
        message: SHORT_TEXT,
        requested: TOKENS,
        quota: TOKENS,
        contextTokens: TOKENS,
        blind: { type: 'boolean' },
      },
      required: ['state', 'during', 'name', 'message'],
      additionalProperties: false,
    },
  },
  required: ['type', 'fault'],
  additionalProperties: false,
} as const;

export const PROMPT_STATE_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'state' },
    state: STATE,
    contextTokens: TOKENS,
    pictures: { type: 'boolean' },
    why: SHORT_TEXT,
  },
  required: ['type', 'state', 'pictures', 'why'],
  additionalProperties: false,
} as const;

export const OFFSCREEN_SCHEMAS = {
  'offscreen.open': OFFSCREEN_OPEN_SCHEMA,
  'prompt.call': PROMPT_CALL_SCHEMA,
  'prompt.question': PROMPT_QUESTION_SCHEMA,
  'prompt.ready': PROMPT_READY_SCHEMA,
  'prompt.text': PROMPT_TEXT_SCHEMA,
  'prompt.done': PROMPT_DONE_SCHEMA,
  'prompt.fault': PROMPT_FAULT_SCHEMA,
  'prompt.state': PROMPT_STATE_SCHEMA,
  ...PDF_SCHEMAS,
  ...OCR_SCHEMAS,
  ...FETCHED_SCHEMAS,
} as const;
