/** Exports and imports settings. Keys are included only on explicit request; a file is untrusted. */
import { getProperty, parseJson } from '../../base/loose.ts';
import { isBareAddress } from '../../models/address.ts';
import { getSearchOrigin } from '../../pipeline/engines/engine-info.ts';
import type { CheckResult } from '../../schema/validate.ts';
import { check, checkSettings } from '../check.ts';
import { SETTINGS_VERSION } from './defaults.ts';
import { FILE_KIND, type Settings } from './settings.ts';
import { parseUrl } from '../../base/urls.ts';

/** In bytes: more than all settings within their bounds take. */
export const MAX_FILE_BYTES = 5_000_000;

const BAD_ENDPOINT_FAULT =
  'is no web address that a model can be called at; expected one such as http://localhost:1234/v1.';

export type Keys = Readonly<Record<string, string>>;

export interface SettingsFile {
  readonly settings: Settings;
  /** Empty if the file has none. */
  readonly keys: Keys;
}

/** With `keys` null it contains no API keys. Not indented: that could multiply the length of a deep schema. */
export function writeSettingsFile(settings: Settings, keys: Keys | null): string {
  const file = { kind: FILE_KIND, version: SETTINGS_VERSION, settings, ...(keys === null ? {} : { keys }) };
  return `${JSON.stringify(file)}\n`;
}

/** Parses a file; returns the fault and its place if invalid. Error messages never contain API keys. */
export function readSettingsFile(text: string): CheckResult<SettingsFile> {
  const parsed = parseJson(text);
  if (parsed === undefined) return { ok: false, message: 'The file is no JSON: it may be cut short, or another file.' };
  if (getProperty(parsed, 'kind') !== FILE_KIND)
    return { ok: false, message: 'The file holds no KnowledgeLens settings.' };
  const file = check('settings.file', parsed);
  if (!file.ok) return file;
  const { version, settings, keys = {} } = file.value;
  if (version > SETTINGS_VERSION) {
    return { ok: false, message: 'The file was made by a newer KnowledgeLens. Update this one, then import it again.' };
  }
  const read = checkSettings(settings);
  if (!read.ok) return read;
  const invalidModel = read.value.models.findIndex(({ provider, endpoint }) =>
    provider === 'chrome' ? endpoint !== '' : !isBareAddress(endpoint),
  );
  if (invalidModel !== -1)
    return { ok: false, message: `settings: /models/${String(invalidModel)}/endpoint ${BAD_ENDPOINT_FAULT}` };
  const { models, search, toolServers } = read.value;
  const origins = [
    ...models.map(({ endpoint }) => parseUrl(endpoint)?.origin ?? ''),
    ...search.engines.map(getSearchOrigin),
    ...toolServers.map(({ address }) => parseUrl(address)?.origin ?? ''),
  ];
  const hasUnknownKey = Object.keys(keys).some((origin) => !origins.includes(origin));
  if (hasUnknownKey)
    return {
      ok: false,
      message: 'settings.file: /keys has a key for a server that none of its models, engines or tool servers uses.',
    };
  return { ok: true, value: { settings: read.value, keys } };
}
