/** Tool servers that the user added, with the tools that they switched on, as they saw them. Tokens are separate (SAFETY D8). */
import type { FromSchema } from 'json-schema-to-ts';
import { MAX_TOOL_DESCRIPTION } from '../../agent/frames/server-tool.ts';
import { parseWebUrl } from '../../base/urls.ts';
import { defineObject, type DeepReadonly } from '../../schema/object.ts';
import { MAX_TOOL_NAME } from '../offscreen/tool-server-parts.ts';

export const MAX_TOOL_SERVERS = 8;
/** Switched on, of one server. */
export const MAX_TOOLS_ON = 32;
/** All servers together as JSON, in characters: an export must fit into a file that is imported. */
const MAX_TOOL_SERVERS_LENGTH = 300_000;

const TOOL_SCHEMA = defineObject({
  name: { type: 'string', minLength: 1, maxLength: MAX_TOOL_NAME },
  description: { type: 'string', maxLength: MAX_TOOL_DESCRIPTION },
  inputSchema: { type: 'object', additionalProperties: true },
  pin: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  /** A second time does no harm: after an interruption it is called again. */
  repeatable: { type: 'boolean' },
});

const TOOL_SERVER_SCHEMA = defineObject(
  {
    /** The user's name for it: its tools' names begin with it. */
    id: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,19}$' },
    address: { type: 'string', minLength: 8, maxLength: 2000 },
    tools: { type: 'array', maxItems: MAX_TOOLS_ON, items: TOOL_SCHEMA },
  },
  /** Prompts that the user switched on, of the same form. Absent in settings of earlier versions. */
  { prompts: { type: 'array', maxItems: MAX_TOOLS_ON, items: TOOL_SCHEMA } },
);

export const TOOL_SERVERS_SCHEMA = { type: 'array', maxItems: MAX_TOOL_SERVERS, items: TOOL_SERVER_SCHEMA } as const;

export type SwitchedTool = DeepReadonly<FromSchema<typeof TOOL_SCHEMA>>;
export type ToolServerSettings = DeepReadonly<FromSchema<typeof TOOL_SERVER_SCHEMA>>;

const LOCAL_HOST = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Encrypted, or on this computer; no name, password or fragment in it. */
export function isToolServerAddress(address: string): boolean {
  const url = parseWebUrl(address);
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || LOCAL_HOST.test(url.hostname);
}

/** Returns the first fault that the schema cannot express, with its path in the settings; '' if there is none. */
export function findToolServerFault(servers: readonly ToolServerSettings[]): string {
  if (JSON.stringify(servers).length > MAX_TOOL_SERVERS_LENGTH)
    return `settings: /toolServers is over ${String(MAX_TOOL_SERVERS_LENGTH)} characters; expected fewer tools, or shorter ones.`;
  for (const [index, { id, address, tools, prompts = [] }] of servers.entries()) {
    const path = `settings: /toolServers/${String(index)}`;
    if (!isToolServerAddress(address)) return `${path}/address is no address of https, or of http on this computer.`;
    if (servers.findIndex((other) => other.id === id) < index)
      return `${path}/id is there twice; expected an id of its own.`;
    for (const [key, list] of Object.entries({ tools, prompts }))
      if (new Set(list.map(({ name }) => name)).size < list.length)
        return `${path}/${key} has one twice; expected each once.`;
  }
  return '';
}
