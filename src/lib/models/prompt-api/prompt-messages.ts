/** Messages between the worker and the offscreen document, which alone can call Chrome's built-in model. */
import type { FromSchema } from 'json-schema-to-ts';
import { defineObject } from '../../schema/object.ts';
import { AVAILABILITIES } from './api.ts';

const TEXT = { type: 'string', maxLength: 4_000_000 } as const;
const SHORT_TEXT = { type: 'string', maxLength: 1000 } as const;
const TOKENS = { type: 'integer', minimum: 0, maximum: 1_000_000_000 } as const;
/** `absent`: this browser has no such API. */
const STATE = { enum: [...AVAILABILITIES, 'absent'] } as const;

const PART = {
  anyOf: [
    defineObject({ type: { const: 'text' }, text: TEXT }),
    defineObject({
      type: { const: 'image' },
      mediaType: { type: 'string', pattern: '^image/[a-z0-9.+-]{1,40}$', maxLength: 50 },
      data: { type: 'string', pattern: '^[A-Za-z0-9+/]*={0,2}$', maxLength: 20_000_000 },
    }),
  ],
} as const;

const MESSAGE = defineObject({
  role: { enum: ['user', 'assistant'] },
  content: { type: 'array', maxItems: 100, items: PART },
});

const FAULT = defineObject(
  {
    state: STATE,
    during: { enum: ['create', 'prompt'] },
    /** '' where nothing was thrown. */
    name: SHORT_TEXT,
    message: SHORT_TEXT,
  },
  { requested: TOKENS, quota: TOKENS, contextTokens: TOKENS, blind: { type: 'boolean' } },
);

export const PROMPT_SCHEMAS = {
  /** Worker → document, once over a port of `prompt`; closing the port cancels. */
  'prompt.call': defineObject(
    {
      type: { const: 'call' },
      system: TEXT,
      messages: { type: 'array', maxItems: 2000, items: MESSAGE },
      languages: { type: 'array', maxItems: 8, items: { type: 'string', pattern: '^[a-z]{2,8}$', maxLength: 8 } },
    },
    { json: { type: 'object' }, temperature: { type: 'number', minimum: 0, maximum: 2 } },
  ),
  'prompt.question': defineObject({ type: { const: 'question' } }),
  /** Document → worker, in order: `ready`, any number of `text`, then `done` or `fault`. */
  'prompt.ready': defineObject({ type: { const: 'ready' } }),
  'prompt.text': defineObject({ type: { const: 'text' }, text: TEXT }),
  'prompt.done': defineObject({ type: { const: 'done' } }, { input: TOKENS, output: TOKENS }),
  'prompt.fault': defineObject({ type: { const: 'fault' }, fault: FAULT }),
  /** `why`: why there is no model; '' otherwise. */
  'prompt.state': defineObject(
    { type: { const: 'state' }, state: STATE, pictures: { type: 'boolean' }, why: SHORT_TEXT },
    { contextTokens: TOKENS },
  ),
} as const;

type PromptSchemas = typeof PROMPT_SCHEMAS;
type EventName = 'prompt.ready' | 'prompt.text' | 'prompt.done' | 'prompt.fault';

export type PromptMessage = Readonly<FromSchema<typeof MESSAGE>>;
export type PromptCall = Readonly<Omit<FromSchema<PromptSchemas['prompt.call']>, 'type'>>;
export type PromptEvent = { [N in EventName]: Readonly<FromSchema<PromptSchemas[N]>> }[EventName];
export type PromptFault = Readonly<FromSchema<typeof FAULT>>;
export type PromptState = Readonly<FromSchema<PromptSchemas['prompt.state']>>;

export interface ChromeHost {
  /** Ends without a terminal event when the document closes; errors when it cannot be opened. */
  prompt(call: PromptCall, signal: AbortSignal): ReadableStream<PromptEvent>;
  /** Rejects when the document cannot be reached. */
  state(signal: AbortSignal): Promise<PromptState>;
}
