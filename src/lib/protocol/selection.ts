/** Validates the selection that a page reports. */
import { SELECTED_BOUNDS } from '../pipeline/page/selection/selection.ts';

const { line, url, headings, heading, text, around } = SELECTED_BOUNDS;

export const SELECTED_SCHEMA = {
  type: 'object',
  properties: {
    url: { type: 'string', maxLength: url },
    title: { type: 'string', maxLength: line },
    site: { type: 'string', maxLength: line },
    language: { type: 'string', maxLength: 100, pattern: '^[A-Za-z0-9-]*$' },
    path: { type: 'array', maxItems: headings, items: { type: 'string', minLength: 1, maxLength: heading } },
    text: { type: 'string', minLength: 1, maxLength: text },
    cut: { type: 'boolean' },
    before: { type: 'string', maxLength: around },
    after: { type: 'string', maxLength: around },
  },
  required: ['url', 'title', 'site', 'language', 'path', 'text', 'cut', 'before', 'after'],
  additionalProperties: false,
} as const;
