/** Argument schemas of built-in tools. `$id` must be `tool:` and the name, to find the validator. */
import type { JsonSchema } from '../base/json.ts';

const STRING = { type: 'string' } as const;
const NUMBER = { type: 'number' } as const;
const STRING_LIST = { type: 'array', items: STRING } as const;

/** For the model only: `agents/manifest/check.ts` validates it. */
const MANIFEST = {
  type: 'object',
  description: 'The whole manifest; list_capabilities says what its fields hold.',
  properties: {
    id: STRING,
    name: STRING,
    version: STRING,
    description: STRING,
    natural_language_description: STRING,
    agent: {
      type: 'object',
      properties: {
        integration_mode: STRING,
        model: STRING,
        instructions: STRING,
        parameters: { type: 'object', properties: { temperature: NUMBER, max_output_tokens: NUMBER } },
        uses_tools: STRING_LIST,
        limits: {
          type: 'object',
          properties: { max_turns: NUMBER, max_tokens_per_invocation: NUMBER, time_budget_ms: NUMBER },
        },
      },
    },
    depends_on: STRING_LIST,
    enabled: { type: 'boolean' },
  },
} as const;

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
  search_web_for_info: {
    $id: 'tool:search_web_for_info',
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 600,
        description:
          'Words to search with, no question: names, terms, numbers, in the language of the likeliest pages.',
      },
      for: {
        type: 'string',
        minLength: 1,
        maxLength: 600,
        description: 'What the results have to answer, as a whole question; the person’s request unless told.',
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  grade_search_results: {
    $id: 'tool:grade_search_results',
    type: 'object',
    properties: {
      for: { type: 'string', minLength: 1, maxLength: 600, description: 'What the results have to answer.' },
    },
    required: ['for'],
    additionalProperties: false,
  },
  rewrite_search_query: {
    $id: 'tool:rewrite_search_query',
    type: 'object',
    properties: {
      strategy: { type: 'string', enum: ['broader', 'synonyms', 'related'], description: 'How to find other words.' },
      for: {
        type: 'string',
        minLength: 1,
        maxLength: 600,
        description: 'What is to be found; the person’s request unless told.',
      },
    },
    required: ['strategy'],
    additionalProperties: false,
  },
  use_chosen_sources: { $id: 'tool:use_chosen_sources', type: 'object', properties: {}, additionalProperties: false },
  read_url: {
    $id: 'tool:read_url',
    type: 'object',
    properties: {
      ref: {
        type: 'string',
        minLength: 1,
        maxLength: 2000,
        description: 'Reference of a search result, such as w3, or the address of a link on a page that was read.',
      },
    },
    required: ['ref'],
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
  list_capabilities: { $id: 'tool:list_capabilities', type: 'object', properties: {}, additionalProperties: false },
  check_agent: {
    $id: 'tool:check_agent',
    type: 'object',
    properties: { manifest: MANIFEST },
    required: ['manifest'],
    additionalProperties: false,
  },
  save_agent: {
    $id: 'tool:save_agent',
    type: 'object',
    properties: {
      manifest: MANIFEST,
      replace: { type: 'boolean', description: 'True only where the person wants the agent of that id changed.' },
    },
    required: ['manifest'],
    additionalProperties: false,
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;
