/** What a tool server holds for the user to add to a question: its prompts and its resources. */
import type { FromSchema } from 'json-schema-to-ts';
import { MAX_TOOL_DESCRIPTION } from '../../agent/frames/server-tool.ts';
import type { JsonSchema } from '../../base/json.ts';
import { defineObject } from '../../schema/object.ts';
import { ADDRESS_SCHEMA, MARK_SCHEMA, MAX_TOOL_NAME, PIN_SCHEMA, TOOL_NAME_SCHEMA } from './tool-server-parts.ts';

/** Counts templates too. */
export const MAX_LISTED_RESOURCES = 200;
/** In characters, as the others here. */
export const MAX_RESOURCE_URI = 2000;
export const MAX_RESOURCE_NAME = 160;
export const MAX_TEXT_ARGUMENTS = 20;
export const MAX_TEXT_VALUE = 4000;
/** Beyond it a text is cut: as much as is read of a file. */
export const MAX_SERVER_TEXT = 2_000_000;
/** Most characters of base64; a connection reads no more of a response. */
const MAX_SERVER_BYTES = 4 * 1024 * 1024;
export const MAX_MEDIA_TYPE = 100;

/** Arguments of a prompt or a template, as the user typed them. */
export const TEXT_VALUES_SCHEMA = {
  type: 'array',
  maxItems: MAX_TEXT_ARGUMENTS,
  items: defineObject({
    name: { type: 'string', minLength: 1, maxLength: MAX_TOOL_NAME },
    value: { type: 'string', maxLength: MAX_TEXT_VALUE },
  }),
} as const;

export const RESOURCE_URI_SCHEMA = { type: 'string', minLength: 1, maxLength: MAX_RESOURCE_URI } as const;

const LISTED_RESOURCE_SCHEMA = defineObject({
  /** The address of a template has its variables in it. */
  uri: RESOURCE_URI_SCHEMA,
  name: { type: 'string', maxLength: MAX_RESOURCE_NAME },
  description: { type: 'string', maxLength: MAX_TOOL_DESCRIPTION },
  /** Schema of a template's variables, like that of a prompt's arguments. */
  inputSchema: { type: 'object', additionalProperties: true },
});

export const SERVER_TEXT_SCHEMAS = {
  'tool-server.prompt': defineObject({
    type: { const: 'prompt' },
    address: ADDRESS_SCHEMA,
    mark: MARK_SCHEMA,
    name: TOOL_NAME_SCHEMA,
    pin: PIN_SCHEMA,
    values: TEXT_VALUES_SCHEMA,
  }),
  'tool-server.resource': defineObject({
    type: { const: 'resource' },
    address: ADDRESS_SCHEMA,
    mark: MARK_SCHEMA,
    uri: RESOURCE_URI_SCHEMA,
    /** One for each variable, '' if nothing was typed; empty if it is no template. */
    values: TEXT_VALUES_SCHEMA,
  }),
  'tool-server.resources': defineObject({
    type: { const: 'resources' },
    resources: { type: 'array', maxItems: MAX_LISTED_RESOURCES, items: LISTED_RESOURCE_SCHEMA },
  }),
  /** Text of a prompt or a resource. */
  'tool-server.text': defineObject({
    type: { const: 'text' },
    text: { type: 'string', maxLength: MAX_SERVER_TEXT },
    /** A resource that is not text, in base64; else ''. */
    bytes: { type: 'string', maxLength: MAX_SERVER_BYTES },
    /** As the server says. */
    mediaType: { type: 'string', maxLength: MAX_MEDIA_TYPE },
    cut: { type: 'boolean' },
    /** Number of pictures, sounds and files that were left out. */
    leftOut: { type: 'integer', minimum: 0 },
  }),
} as const;

type Message<N extends keyof typeof SERVER_TEXT_SCHEMAS> = Readonly<FromSchema<(typeof SERVER_TEXT_SCHEMAS)[N]>>;
export type PromptMessage = Message<'tool-server.prompt'>;
export type ResourceMessage = Message<'tool-server.resource'>;
export type TextValues = PromptMessage['values'];
export type ListedResource = Omit<FromSchema<typeof LISTED_RESOURCE_SCHEMA>, 'inputSchema'> & {
  readonly inputSchema: JsonSchema;
};
export type ResourcesEvent = Omit<Message<'tool-server.resources'>, 'resources'> & {
  readonly resources: readonly ListedResource[];
};
export type TextEvent = Message<'tool-server.text'>;
