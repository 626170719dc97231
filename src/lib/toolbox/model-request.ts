import type { ModelRequest } from '../agent/ports.ts';

type Content = ModelRequest['messages'][number]['content'];

/** Instructions, if there are any, then one message of the user. */
export const createModelRequest = (
  options: Pick<ModelRequest, 'task' | 'maxOutputTokens' | 'language' | 'sample'>,
  instructions: string | undefined,
  content: Content,
): ModelRequest => ({
  ...options,
  messages: [
    ...(instructions === undefined
      ? []
      : [{ role: 'system', content: [{ type: 'text', text: instructions }] } as const]),
    { role: 'user', content },
  ],
});
