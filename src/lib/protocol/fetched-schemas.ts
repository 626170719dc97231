/** Schemas of the messages about a fetched page; see `fetched.ts`. */
import type { PageReading } from '../pipeline/page/read/article.ts';
import { TEXT_KINDS } from '../pipeline/web/body.ts';

/** The bytes read never decode to more. */
export const MAX_BODY_CHARS = 4_000_000;

export type FetchedEvent =
  { readonly type: 'done'; readonly reading: PageReading } | { readonly type: 'fault'; readonly message: string };

/** Worker → document, once over a port of `page`; closing the port cancels. */
export const FETCHED_BODY_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'read' },
    kind: { enum: TEXT_KINDS },
    text: { type: 'string', maxLength: MAX_BODY_CHARS },
    url: { type: 'string', maxLength: 2000 },
  },
  required: ['type', 'kind', 'text', 'url'],
  additionalProperties: false,
} as const;

/** Document → worker. `text`: the Markdown of `done` ('' for none), or the message of `fault`. */
export const FETCHED_EVENT_SCHEMA = {
  type: 'object',
  properties: {
    type: { enum: ['done', 'fault'] },
    text: { type: 'string', maxLength: 5_000_000 },
    about: { type: 'object', maxProperties: 6, additionalProperties: { type: 'string', maxLength: 2000 } },
  },
  required: ['type', 'text', 'about'],
  additionalProperties: false,
} as const;

export const FETCHED_SCHEMAS = { 'page.body': FETCHED_BODY_SCHEMA, 'page.event': FETCHED_EVENT_SCHEMA } as const;
