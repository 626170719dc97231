/** Requests about pictures, for the table of `messages.ts`. Pictures themselves are in the database: a request names them by hash. */
const id = { type: 'string', minLength: 1, maxLength: 100 } as const;
const tabId = { type: 'integer', minimum: 0 } as const;
/** Most pictures that a question can be about. */
export const MAX_PICTURES = 4;
const hash = { type: 'string', pattern: '^[0-9a-f]{64}$', maxLength: 64 } as const;
export const PICTURES = {
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
/** Longest address of a picture that is kept whole, in UTF-16 units: of one as long as this, more may follow. */
export const MAX_SOURCE = 4096;
/** Pixels of a page: whole ones are not promised. */
const pixels = { type: 'number', minimum: 0, maximum: 100_000 } as const;
const side = { type: 'number', exclusiveMinimum: 0, maximum: 100_000 } as const;

export const PICTURE_REQUESTS = {
  /** Take a picture of what the tab shows and read it. `region`: the person chooses on the page which part. */
  'picture.take': {
    type: 'object',
    properties: { type: { const: 'picture.take' }, tabId, what: { enum: ['visible', 'region'] }, commandId: id },
    required: ['type', 'tabId', 'what', 'commandId'],
    additionalProperties: false,
  },
  /** Read pictures that are kept already: pasted, dropped or chosen from a disk. */
  'picture.read': {
    type: 'object',
    properties: { type: { const: 'picture.read' }, tabId, pictures: { ...PICTURES, minItems: 1 }, commandId: id },
    required: ['type', 'tabId', 'pictures', 'commandId'],
    additionalProperties: false,
  },
  /** The person chose a region, or none, where they were asked to; `ticket` says by which asking. */
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
