import type { ToolsEvent } from '../offscreen/tool-server.ts';
import { SERVER_SCHEMA } from './model.ts';
import { OPTIONS_PAGE, replyWith, type RequestRows } from './request.ts';

export const TOOL_SERVER_REQUESTS = {
  /** Speaks with the server: `key` as for a model's. */
  'tool-server.test': {
    from: OPTIONS_PAGE,
    props: { address: { type: 'string', maxLength: 2000 }, key: SERVER_SCHEMA.properties.key },
    reply: replyWith<Omit<ToolsEvent, 'type'>>(),
  },
} as const satisfies RequestRows;
