/** The control tools, and the `reasoning` and `observation` arguments of every tool. */
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

const REASONING_PROPERTIES: JsonSchema = {
  observation: {
    type: 'string',
    description: 'What the last results mean for the goal. Leave it out before the first.',
  },
  reasoning: { type: 'string', minLength: 1, description: 'Why this tool, why now. One or two sentences.' },
};

/** Puts them first; `reasoning` is required. */
export function addReasoning(schema: ToolSchema): ToolSchema {
  const { properties, required } = schema.parameters as { readonly properties?: Json; readonly required?: Json };
  return {
    ...schema,
    parameters: {
      ...schema.parameters,
      properties: { ...REASONING_PROPERTIES, ...toSchemaObject(properties) },
      required: ['reasoning', ...toNames(required).filter((name) => !Object.hasOwn(REASONING_PROPERTIES, name))],
    },
  };
}

export function removeReasoning(schema: ToolSchema): ToolSchema {
  const { properties, required } = schema.parameters as { readonly properties?: Json; readonly required?: Json };
  const entries = Object.entries(toSchemaObject(properties)).filter(
    ([name]) => !Object.hasOwn(REASONING_PROPERTIES, name),
  );
  return {
    ...schema,
    parameters: {
      ...schema.parameters,
      properties: Object.fromEntries(entries),
      required: toNames(required).filter((name) => !Object.hasOwn(REASONING_PROPERTIES, name)),
    },
  };
}

/** [] if unspecified. */
export function getArgumentTypes(schema: ToolSchema | undefined, argument: string): readonly string[] {
  const property = toSchemaObject(schema?.parameters['properties'])[argument];
  const { type } = toSchemaObject(property);
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
}

const toSchemaObject = (value: Json | undefined): JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : {};
const toNames = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
