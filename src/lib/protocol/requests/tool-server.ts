import { MAX_REACHED } from '../offscreen/sign-in.ts';
import {
  RESOURCE_URI_SCHEMA,
  TEXT_VALUES_SCHEMA,
  type ResourcesEvent,
  type TextEvent,
} from '../offscreen/server-texts.ts';
import type { ToolsEvent } from '../offscreen/tool-server.ts';
import { MAX_TOOL_NAME } from '../offscreen/tool-server-parts.ts';
import { SERVER_SCHEMA } from './model.ts';
import { OPTIONS_PAGE, PANEL_PAGE, replyWith, type RequestRows } from './request.ts';

export interface SignInStep {
  /** Origins that the user has to agree to first. */
  readonly wanted: readonly string[];
  /** False: the user has to register a client there, and enter it. */
  readonly canRegister: boolean;
  /** One that the user entered is kept. */
  readonly hasClient: boolean;
  readonly isDone: boolean;
}

export type ServerText = Omit<TextEvent, 'type'>;

const server = { type: 'string', maxLength: 20 } as const;
const address = { type: 'string', maxLength: 2000 } as const;

export const TOOL_SERVER_REQUESTS = {
  /** `reach`: origins that the user agreed to. Not pressed, it only finds out where to sign in. */
  'tool-server.sign-in': {
    from: OPTIONS_PAGE,
    props: {
      address,
      reach: { type: 'array', maxItems: MAX_REACHED, items: { type: 'string', maxLength: 300 } },
      isPressed: { type: 'boolean' },
    },
    reply: replyWith<SignInStep>(),
  },
  /** Removes the token, and has the server end a sign-in. `isKept`: it did not. */
  'tool-server.sign-out': {
    from: OPTIONS_PAGE,
    props: { address },
    reply: replyWith<{ readonly isKept: boolean }>(),
  },
  /** Speaks with the server: `key` as for a model's. */
  'tool-server.test': {
    from: OPTIONS_PAGE,
    props: { address, key: SERVER_SCHEMA.properties.key },
    reply: replyWith<Omit<ToolsEvent, 'type'>>(),
  },
  /** Asks the server for a prompt that is switched on, and sends it those values. `address`: as it was shown; they go nowhere else. */
  'tool-server.get-prompt': {
    from: PANEL_PAGE,
    props: { server, address, name: { type: 'string', maxLength: MAX_TOOL_NAME }, values: TEXT_VALUES_SCHEMA },
    reply: replyWith<ServerText>(),
  },
  /** Asks a server that the user added what it has. */
  'tool-server.find-resources': {
    from: PANEL_PAGE,
    props: { server },
    reply: replyWith<Omit<ResourcesEvent, 'type'>>(),
  },
  'tool-server.read-resource': {
    from: PANEL_PAGE,
    props: { server, address, uri: RESOURCE_URI_SCHEMA, values: TEXT_VALUES_SCHEMA },
    reply: replyWith<ServerText>(),
  },
} as const satisfies RequestRows;
