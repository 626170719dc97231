/** Messages about a page that was fetched: what they hold, and what they mean (`fetched.ts` turns the one into the other). */
import type { PageReading } from '../pipeline/page/article.ts';
import { TEXT_KINDS } from '../pipeline/web/body.ts';

/** Characters of a body; no more come out of the bytes that are read. */
export const MOST_CHARACTERS = 4_000_000;

/** What becomes of a body. */
export type FetchedEvent =
  { readonly type: 'done'; readonly reading: PageReading } | { readonly type: 'fault'; readonly message: string };

/** Worker → document, once over a port of `page`; the port's end takes it back. `url`: where the body was found. */
export const FETCHED_BODY_SCHEMA = {
  type: 'object',
  properties: {
    type: { const: 'read' },
    kind: { enum: TEXT_KINDS },
    text: { type: 'string', maxLength: MOST_CHARACTERS },
    url: { type: 'string', maxLength: 2000 },
  },
  required: ['type', 'kind', 'text', 'url'],
  additionalProperties: false,
} as const;

/** Document → worker. `text`: the Markdown of `done`, '' where there is none, or the message of `fault`. */
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
