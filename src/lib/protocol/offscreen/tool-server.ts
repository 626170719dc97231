/** Messages about tool servers, which the offscreen document speaks MCP with. */
import type { FromSchema } from 'json-schema-to-ts';
import { MAX_TOOL_DESCRIPTION } from '../../agent/frames/server-tool.ts';
import type { ServerRequest } from '../../agent/frames/control-frames.ts';
import type { Json, JsonSchema } from '../../base/json.ts';
import { MAX_FORM_ANSWER } from '../../schema/form.ts';
import { defineObject } from '../../schema/object.ts';
import { SERVER_TEXT_SCHEMAS, type ResourcesEvent, type TextEvent } from './server-texts.ts';
import { CHALLENGE_SCHEMA, SIGN_IN_SCHEMAS, type PreparedEvent } from './sign-in.ts';
import {
  ADDRESS_SCHEMA as address,
  MARK_SCHEMA as mark,
  PIN_SCHEMA as pin,
  TOOL_NAME_SCHEMA,
} from './tool-server-parts.ts';

/**
 * `missing`: nothing at that address. `not-mcp`: something else answers there. `sign-in`: it wants a token, or another one.
 * `forbidden`: it refuses requests of extensions, or of this user. `scope`: it wants a sign-in with more rights. `no-sign-in`: signing
 * in did not work. `changed`, `gone`: of the tool, since it was switched on.
 * `bad-result`: not what its schema promises. `refused`: the server says why. `unanswered`: a call that asked the user is given up.
 * `no-sample`: it needs an answer of the model that it was not given.
 * `needs-page`: the user has to do something on a page first.
 */
const TOOL_SERVER_FAULTS = [
  'unreachable',
  'redirect',
  'missing',
  'not-mcp',
  'sign-in',
  'forbidden',
  'scope',
  'no-sign-in',
  'down',
  'protocol',
  'too-large',
  'timeout',
  'cut',
  'changed',
  'gone',
  'bad-result',
  'refused',
  'unanswered',
  'no-sample',
  'needs-page',
  'failed',
] as const;
export type ToolServerFault = (typeof TOOL_SERVER_FAULTS)[number];

export const MAX_LISTED_TOOLS = 200;
export const MAX_LISTED_PROMPTS = 50;
/** Beyond it, in characters, a result is cut. */
export const MAX_RESULT = 60_000;
/** Most characters of a server's question; a longer one is declined. */
export const MAX_QUESTION = 2000;
/** In one call; further ones are declined. */
export const MAX_QUESTIONS = 5;
/** Bounds of what a server would have the model answer: messages, characters of all together, and tokens of the answer. */
export const MAX_SAMPLING = { messages: 20, length: 20_000, tokens: 4000 } as const;

const questionId = { type: 'string', minLength: 1, maxLength: 100 } as const;
const samplingText = { type: 'string', maxLength: MAX_SAMPLING.length } as const;
const line = { type: 'string', maxLength: 200 } as const;

/** Or a prompt, whose arguments are texts. */
const LISTED_TOOL_SCHEMA = defineObject({
  name: TOOL_NAME_SCHEMA,
  description: { type: 'string', maxLength: MAX_TOOL_DESCRIPTION },
  /** Null: it cannot be used, because its arguments are too many or clash with ours. */
  inputSchema: { type: ['object', 'null'], additionalProperties: true },
  pin,
  /** What the server says of it, which nothing is decided by. */
  claims: { type: 'array', maxItems: 4, items: { enum: ['read-only', 'destructive', 'idempotent', 'open-world'] } },
});

export const TOOL_SERVER_SCHEMAS = {
  /** Worker → document, once over a port of `tool-server`; closing the port cancels. */
  'tool-server.list': defineObject({ type: { enum: ['list', 'list-resources'] }, address, mark }),
  'tool-server.call': defineObject({
    type: { const: 'call' },
    address,
    mark,
    name: TOOL_NAME_SCHEMA,
    pin,
    args: { type: 'object', additionalProperties: true },
    /** The document holds the call under it while the user is asked. */
    id: { type: 'string', minLength: 1, maxLength: 200 },
    /** Answers the call that is held; without it, a new call is made. `entered`: as JSON; null to decline, '' if the user could not be asked. */
    answer: {
      anyOf: [
        defineObject({ question: questionId, entered: { type: ['string', 'null'], maxLength: MAX_FORM_ANSWER } }),
        { type: 'null' },
      ],
    },
  }),
  /** Ends a call that is held, or gives the answer to that question time again; of the latter the document says whether it is open. */
  'tool-server.held': defineObject({
    type: { enum: ['release', 'extend'] },
    id: { type: 'string', maxLength: 200 },
    question: { type: 'string', maxLength: 100 },
  }),
  'tool-server.extended': defineObject({ type: { const: 'extended' }, isOpen: { type: 'boolean' } }),
  /** Document → worker: one that is no progress ends it. */
  'tool-server.progress': defineObject({
    type: { const: 'progress' },
    share: { type: 'number', minimum: 0, maximum: 1 },
  }),
  /** What the server asks the user. The call is held, for a line that has the answer. */
  'tool-server.question': defineObject({
    type: { const: 'question' },
    question: questionId,
    text: { type: 'string', maxLength: MAX_QUESTION },
    asks: {
      anyOf: [
        defineObject({ kind: { const: 'form' }, schema: { type: 'object', additionalProperties: true } }),
        defineObject({ kind: { const: 'url' }, url: { ...address, pattern: '^https?://' } }),
        defineObject({
          kind: { const: 'sampling' },
          system: samplingText,
          messages: {
            type: 'array',
            minItems: 1,
            maxItems: MAX_SAMPLING.messages,
            items: defineObject({ role: { enum: ['user', 'assistant'] }, text: samplingText }),
          },
          maxTokens: { type: 'integer', minimum: 1, maximum: MAX_SAMPLING.tokens },
        }),
      ],
    },
  }),
  'tool-server.tools': defineObject({
    type: { const: 'tools' },
    title: line,
    version: line,
    tools: { type: 'array', maxItems: MAX_LISTED_TOOLS, items: LISTED_TOOL_SCHEMA },
    prompts: { type: 'array', maxItems: MAX_LISTED_PROMPTS, items: LISTED_TOOL_SCHEMA },
  }),
  /** Result of a call. */
  'tool-server.done': defineObject({
    type: { const: 'done' },
    /** The tool says that it failed. */
    failed: { type: 'boolean' },
    text: { type: 'string', maxLength: MAX_RESULT },
    /** As JSON; '' for none. */
    structured: { type: 'string', maxLength: MAX_RESULT },
    cut: { type: 'boolean' },
    /** Number of pictures, sounds and files that were left out. */
    leftOut: { type: 'integer', minimum: 0 },
    /** Number of questions that were declined without asking the user. */
    declined: { type: 'integer', minimum: 0 },
  }),
  'tool-server.fault': defineObject(
    {
      type: { const: 'fault' },
      fault: { enum: TOOL_SERVER_FAULTS },
      detail: { type: 'string', maxLength: 500 },
    },
    {
      challenge: CHALLENGE_SCHEMA,
      /** The token was refused before the call was made. */
      mayRenew: { const: true },
    },
  ),
  ...SERVER_TEXT_SCHEMAS,
  ...SIGN_IN_SCHEMAS,
} as const;

type Message<N extends keyof typeof TOOL_SERVER_SCHEMAS> = Readonly<FromSchema<(typeof TOOL_SERVER_SCHEMAS)[N]>>;
export type ListToolsMessage = Message<'tool-server.list'>;
export type CallToolMessage = Omit<Message<'tool-server.call'>, 'args'> & {
  readonly args: Readonly<Record<string, Json>>;
};
type QuestionEvent = Omit<Message<'tool-server.question'>, 'asks'> & { readonly asks: ServerRequest };
export type ListedTool = Omit<FromSchema<typeof LISTED_TOOL_SCHEMA>, 'inputSchema'> & {
  readonly inputSchema: JsonSchema | null;
};
export type ToolsEvent = Omit<Message<'tool-server.tools'>, 'tools' | 'prompts'> & {
  readonly tools: readonly ListedTool[];
  readonly prompts: readonly ListedTool[];
};
export type ResultEvent = Message<'tool-server.done'>;
export type FaultEvent = Message<'tool-server.fault'>;
export type ToolServerEnd =
  | ToolsEvent
  | ResultEvent
  | QuestionEvent
  | ResourcesEvent
  | TextEvent
  | PreparedEvent
  | FaultEvent;
export type ToolServerEvent = ToolServerEnd | Message<'tool-server.progress'>;
