/** `hand_back`: ends an agent's conversation with the user. Its argument becomes the agent's report. */
import { getTextArg, type Tool } from '../agent/tools.ts';

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
      metadata: { outcome: getTextArg(args, 'outcome') },
      objects: [],
      labels: state().worstLabels,
      end: true,
    };
  },
};
