/**
 * The arguments of every built-in tool, by its name: what `scripts/generate.mjs` compiles. The one rule: the `$id` is
 * `tool:` and the name, by which the compiled validator is found.
 */
import type { JsonSchema } from '../base/json.ts';

export const TOOL_SCHEMAS = {
  read_page: { $id: 'tool:read_page', type: 'object', properties: {}, additionalProperties: false },
  summarize_page_content: {
    $id: 'tool:summarize_page_content',
    type: 'object',
    properties: {},
    additionalProperties: false,
  },
  find_in_page: {
    $id: 'tool:find_in_page',
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'Words that should stand in the passage, in the language of the page.',
      },
      limit: { type: 'integer', minimum: 1, maximum: 10, description: 'How many passages at most; 5 unless told.' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  explain_text_with_context: {
    $id: 'tool:explain_text_with_context',
    type: 'object',
    properties: {},
    additionalProperties: false,
  },
  extract_screenshot_text: {
    $id: 'tool:extract_screenshot_text',
    type: 'object',
    properties: {},
    additionalProperties: false,
  },
  look_at_page: {
    $id: 'tool:look_at_page',
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description:
          'Words that should stand at the place, or in what is said of a picture there, in the language of the page.',
      },
      limit: { type: 'integer', minimum: 1, maximum: 10, description: 'How many places at most; 5 unless told.' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  interpret_image: {
    $id: 'tool:interpret_image',
    type: 'object',
    properties: {
      question: { type: 'string', minLength: 1, maxLength: 1000, description: 'What to find out from the picture.' },
      picture: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        description: 'Number of the picture; the newest unless told.',
      },
    },
    required: ['question'],
    additionalProperties: false,
  },
  recall: {
    $id: 'tool:recall',
    type: 'object',
    properties: {
      ref: { type: 'string', minLength: 1, maxLength: 12, description: 'The reference of what was found, such as e3.' },
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'Words that should stand in the passages to bring back. Without it, the beginning comes back.',
      },
    },
    required: ['ref'],
    additionalProperties: false,
  },
  open_link: {
    $id: 'tool:open_link',
    type: 'object',
    properties: {
      url: {
        type: 'string',
        minLength: 1,
        maxLength: 2000,
        description: 'A whole address that begins with https:// or http://.',
      },
    },
    required: ['url'],
    additionalProperties: false,
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;
