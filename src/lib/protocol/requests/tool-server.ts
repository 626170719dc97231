import { MAX_REACHED } from '../offscreen/sign-in.ts';
import type { ToolsEvent } from '../offscreen/tool-server.ts';
import { SERVER_SCHEMA } from './model.ts';
import { OPTIONS_PAGE, replyWith, type RequestRows } from './request.ts';

export interface SignInStep {
  /** Origins that the person has to agree to first. */
  readonly wanted: readonly string[];
  /** False: the person has to register a client there, and enter it. */
  readonly canRegister: boolean;
  readonly isDone: boolean;
}

export const TOOL_SERVER_REQUESTS = {
  /** `reach`: origins that the person agreed to. Not pressed, it only finds out where to sign in. */
  'tool-server.sign-in': {
    from: OPTIONS_PAGE,
    props: {
      address: { type: 'string', maxLength: 2000 },
      reach: { type: 'array', maxItems: MAX_REACHED, items: { type: 'string', maxLength: 300 } },
      isPressed: { type: 'boolean' },
    },
    reply: replyWith<SignInStep>(),
  },
  /** Speaks with the server: `key` as for a model's. */
  'tool-server.test': {
    from: OPTIONS_PAGE,
    props: { address: { type: 'string', maxLength: 2000 }, key: SERVER_SCHEMA.properties.key },
    reply: replyWith<Omit<ToolsEvent, 'type'>>(),
  },
} as const satisfies RequestRows;
