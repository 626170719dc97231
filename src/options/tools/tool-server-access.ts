/** What belongs to the site of a tool server: its token, and what was allowed of its tools. */
import type { Grant } from '../../lib/agent/frames/spec.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { parseUrl } from '../../lib/base/urls.ts';
import { getEndpointHost } from '../../lib/models/address.ts';
import type { Settings } from '../../lib/protocol/settings/settings.ts';
import type { SwitchedTool, ToolServerSettings } from '../../lib/protocol/settings/tool-servers.ts';
import { createServerToolName } from '../../lib/agent/frames/server-tool-name.ts';
import { getEndpointOrigin } from '../models/field-checks.ts';
import { getEngineOrigin } from '../search/engine-form.ts';

/** '' for an invalid address. */
export const getServerOrigin = (address: string): string => parseUrl(address.trim())?.origin ?? '';

/** Without the query, which may hold a secret. */
export function formatServerAddress(address: string): string {
  const url = parseUrl(address);
  return isolateLine(url === null ? '' : `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`);
}

export const toGrant = (
  { id: server, address }: Pick<ToolServerSettings, 'id' | 'address'>,
  { name, pin }: Pick<SwitchedTool, 'name' | 'pin'>,
): Grant => ({ tool: createServerToolName({ server, name, pin }), origin: getServerOrigin(address) });

/** The names of others that are sent the token of this address. `own`: the id of its server. */
export function listTokenSharers(settings: Settings, address: string, own: string): readonly string[] {
  const origin = getServerOrigin(address);
  if (origin === '') return [];
  const { models, search, toolServers } = settings;
  const engines = search.engines.map(getEngineOrigin).filter((other) => other === origin);
  return [
    ...models.filter(({ endpoint }) => getEndpointOrigin(endpoint) === origin).map(({ id }) => isolateLine(id)),
    ...toolServers.filter((other) => other.id !== own && getServerOrigin(other.address) === origin).map(({ id }) => id),
    ...engines.map(getEndpointHost),
  ];
}
