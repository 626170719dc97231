import type { PageReading } from '../../pipeline/page/read/article.ts';
import { TEXT_KINDS } from '../../pipeline/web/body.ts';
import { defineObject } from '../../schema/object.ts';

/** The bytes read never decode to more. */
export const MAX_BODY_CHARS = 4_000_000;

export type FetchedEvent =
  | { readonly type: 'done'; readonly reading: PageReading }
  | { readonly type: 'fault'; readonly message: string };

export const FETCHED_SCHEMAS = {
  /** Worker → document, once over a port of `page`; closing the port cancels. */
  'page.body': defineObject({
    type: { const: 'read' },
    kind: { enum: TEXT_KINDS },
    text: { type: 'string', maxLength: MAX_BODY_CHARS },
    url: { type: 'string', maxLength: 2000 },
  }),
  /** Document → worker. `text`: the Markdown of `done` ('' for none), or the message of `fault`. */
  'page.event': defineObject({
    type: { enum: ['done', 'fault'] },
    text: { type: 'string', maxLength: 5_000_000 },
    /** What readers wrote below the page, as Markdown; '' for none. */
    comments: { type: 'string', maxLength: 5_000_000 },
    about: { type: 'object', maxProperties: 6, additionalProperties: { type: 'string', maxLength: 2000 } },
  }),
} as const;
