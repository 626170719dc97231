/** What a model is offered besides tools: to ask, and to say that it cannot be done; and the words every call owes. */
import type { Json, JsonSchema } from '../../base/json.ts';
import type { ToolSchema } from '../ports.ts';

export const ASK_USER = 'ask_user';
export const DECLARE_IMPOSSIBLE = 'declare_impossible';

export const CONTROL_TOOLS: readonly ToolSchema[] = [
  {
    name: ASK_USER,
    description:
      'Ask the person one question and wait for the answer. Only when you cannot go on without it and no tool can find it out. Call it alone.',
    parameters: {
      type: 'object',
      properties: {
        question: { type: 'string', minLength: 1, description: 'The question, in the language of the person.' },
      },
      required: ['question'],
      additionalProperties: false,
    },
  },
  {
    name: DECLARE_IMPOSSIBLE,
    description:
      'End the run because the goal cannot be reached with these tools. Only after what could be tried was tried. Call it alone.',
    parameters: {
      type: 'object',
      properties: {
        reason: {
          type: 'string',
          minLength: 1,
          description: 'What stands in the way, and what would help, for the person.',
        },
      },
      required: ['reason'],
      additionalProperties: false,
    },
  },
];

const WORDS: JsonSchema = {
  observation: {
    type: 'string',
    description: 'What the last results mean for the goal. Leave it out before the first.',
  },
  reasoning: { type: 'string', minLength: 1, description: 'Why this tool, why now. One or two sentences.' },
};

/** The schema as a model is shown it: with `reasoning`, required, and `observation` before the tool's own arguments. */
export function withReasoning(schema: ToolSchema): ToolSchema {
  const { properties, required } = schema.parameters as { readonly properties?: Json; readonly required?: Json };
  return {
    ...schema,
    parameters: {
      ...schema.parameters,
      properties: { ...WORDS, ...entriesOf(properties) },
      required: ['reasoning', ...namesOf(required).filter((name) => !Object.hasOwn(WORDS, name))],
    },
  };
}

/** The arguments alone, for a model that says its reasons beside the call. */
export function withoutReasoning(schema: ToolSchema): ToolSchema {
  const { properties, required } = schema.parameters as { readonly properties?: Json; readonly required?: Json };
  const own = Object.entries(entriesOf(properties)).filter(([name]) => !Object.hasOwn(WORDS, name));
  return {
    ...schema,
    parameters: {
      ...schema.parameters,
      properties: Object.fromEntries(own),
      required: namesOf(required).filter((name) => !Object.hasOwn(WORDS, name)),
    },
  };
}

/** The types that a schema gives an argument; none when it says nothing. */
export function typeOf(schema: ToolSchema | undefined, argument: string): readonly string[] {
  const property = entriesOf(schema?.parameters['properties'])[argument];
  const { type } = entriesOf(property);
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
}

const entriesOf = (value: Json | undefined): JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : {};
const namesOf = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
