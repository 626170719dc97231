/** Requests about pictures, which are in the database and referred to by hash. */
const id = { type: 'string', minLength: 1, maxLength: 100 } as const;
const tabId = { type: 'integer', minimum: 0 } as const;
export const MAX_PICTURES = 4;
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$', maxLength: 64 } as const;
export const PICTURES_SCHEMA = {
  type: 'array',
  maxItems: MAX_PICTURES,
  items: {
    type: 'object',
    properties: {
      hash,
      text: { type: ['string', 'null'], pattern: '^[0-9a-f]{64}$', maxLength: 64 },
      url: { type: 'string', maxLength: 8000 },
      title: { type: 'string', maxLength: 500 },
    },
    required: ['hash', 'text', 'url', 'title'],
    additionalProperties: false,
  },
} as const;
/** In UTF-16 units; a URL of this length may be truncated. */
export const MAX_PICTURE_URL_CHARS = 4096;
/** Page pixels; may be fractional. */
const pixels = { type: 'number', minimum: 0, maximum: 100_000 } as const;
const side = { type: 'number', exclusiveMinimum: 0, maximum: 100_000 } as const;

export const PICTURE_REQUESTS = {
  'picture.take': {
    type: 'object',
    properties: { type: { const: 'picture.take' }, tabId, what: { enum: ['visible', 'region'] }, commandId: id },
    required: ['type', 'tabId', 'what', 'commandId'],
    additionalProperties: false,
  },
  'picture.read': {
    type: 'object',
    properties: {
      type: { const: 'picture.read' },
      tabId,
      pictures: { ...PICTURES_SCHEMA, minItems: 1 },
      commandId: id,
    },
    required: ['type', 'tabId', 'pictures', 'commandId'],
    additionalProperties: false,
  },
  /** Null if cancelled; `ticket` identifies the request. */
  'region.chosen': {
    type: 'object',
    properties: {
      type: { const: 'region.chosen' },
      ticket: id,
      region: {
        type: ['object', 'null'],
        properties: { x: pixels, y: pixels, width: side, height: side, viewWidth: side, viewHeight: side },
        required: ['x', 'y', 'width', 'height', 'viewWidth', 'viewHeight'],
        additionalProperties: false,
      },
    },
    required: ['type', 'ticket', 'region'],
    additionalProperties: false,
  },
} as const;
