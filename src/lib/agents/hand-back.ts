/** `hand_back`: how an agent that has the conversation gives it back. The one rule: what it says of it is its report. */
import { textArg, type Tool } from '../agent/tools.ts';

export const handBack: Tool = {
  definition: {
    name: 'hand_back',
    description:
      'Give the conversation back when what the person came for is done, when they want something else, or when you cannot help. Say in one or two sentences what came of it.',
    inputSchema: {
      type: 'object',
      properties: {
        outcome: { type: 'string', minLength: 1, maxLength: 2000, description: 'What came of the conversation.' },
      },
      required: ['outcome'],
      additionalProperties: false,
    },
    outputSchema: null,
    examples: [],
    annotations: {
      title: 'Give the conversation back',
      readOnly: true,
      destructive: false,
      idempotent: true,
      openWorld: false,
    },
  },
  tier: 'pure',
  timeoutMs: null,
  // eslint-disable-next-line require-yield, @typescript-eslint/require-await -- a generator of commits, by contract
  async *run(args, { state }) {
    return {
      name: 'outcome',
      payload: 'text',
      message: '{outcome}', // whatever braces stand in it
      metadata: { outcome: textArg(args, 'outcome') },
      objects: [],
      labels: state().seen,
      end: true,
    };
  },
};
