/** The servers that settings name. What one entry has of a server, its key or its access, stays while another uses it. */
import { getSearchOrigin } from '../../pipeline/engines/engine-info.ts';
import { parseWebUrl } from '../../base/urls.ts';
import type { Settings } from './settings.ts';

/** '' for an entry without a server. */
export const listServerAddresses = ({ models, search, toolServers }: Settings): readonly string[] => [
  ...models.map(({ endpoint }) => endpoint.trim()),
  ...search.engines.map((config) => getSearchOrigin(config) ?? ''),
  ...toolServers.map(({ address }) => address),
];

export const isOriginUsed = (settings: Settings, origin: string): boolean =>
  listServerAddresses(settings).some((address) => parseWebUrl(address)?.origin === origin);
