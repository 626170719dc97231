/** Pictures are in the database and referred to by hash. */
import { defineObject } from '../../schema/object.ts';
import { MAX_DISCARDED, MAX_PICTURES } from './bounds.ts';
import { HASH } from './file.ts';
import { PANEL_PAGE, TOOLBAR_SENDER, id, replyWith, tabId, type RequestRows } from './request.ts';

export const PICTURES_SCHEMA = {
  type: 'array',
  maxItems: MAX_PICTURES,
  items: defineObject({
    hash: HASH,
    text: { type: ['string', 'null'], pattern: '^[0-9a-f]{64}$', maxLength: 64 },
    url: { type: 'string', maxLength: 8000 },
    title: { type: 'string', maxLength: 500 },
  }),
} as const;
/** In UTF-16 units; a URL of this length may be truncated. */
export const MAX_PICTURE_URL_CHARS = 4096;
/** Page pixels; may be fractional. */
const pixels = { type: 'number', minimum: 0, maximum: 100_000 } as const;
const side = { type: 'number', exclusiveMinimum: 0, maximum: 100_000 } as const;
const region = defineObject({ x: pixels, y: pixels, width: side, height: side, viewWidth: side, viewHeight: side });

export const PICTURE_REQUESTS = {
  /** The run's id is '' if the user must choose a region first. */
  'picture.take': {
    from: PANEL_PAGE,
    props: { tabId, what: { enum: ['visible', 'region'] }, commandId: id },
    reply: replyWith<{ readonly runId: string }>(),
  },
  'picture.read': {
    from: PANEL_PAGE,
    props: { tabId, pictures: { ...PICTURES_SCHEMA, minItems: 1 }, commandId: id },
    reply: replyWith<{ readonly runId: string }>(),
  },
  /** Pictures and files that were attached and are not asked about. Those that a conversation names stay. */
  'attachment.discard': {
    from: PANEL_PAGE,
    props: { hashes: { type: 'array', minItems: 1, maxItems: MAX_DISCARDED, items: HASH } },
  },
  /** Null if cancelled; `ticket` identifies the request. */
  'region.chosen': { from: TOOLBAR_SENDER, props: { ticket: id, region: { ...region, type: ['object', 'null'] } } },
} as const satisfies RequestRows;
