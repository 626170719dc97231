/**
 * Settings as a file, to be kept or taken to another computer. The one rule: a key is in it only when it was handed over
 * on purpose, and a file is believed no more than any other text from outside.
 */
import { isBareAddress } from '../models/address.ts';
import { originOf } from '../pipeline/web/engines.ts';
import type { CheckResult } from '../schema/validator.ts';
import { check } from './check.ts';
import { FILE_KIND, SETTINGS_VERSION, type Settings } from './settings.ts';
import { readAsSettings } from './settings-versions.ts';

/** The longest file that is looked at, in bytes. */
export const MAX_FILE_BYTES = 1_000_000;

const NO_ADDRESS = 'is no web address that a model can be called at; expected one such as http://localhost:1234/v1.';

/** API keys by the origin of the server they are for. */
export type Keys = Readonly<Record<string, string>>;

export interface SettingsFile {
  readonly settings: Settings;
  /** Empty where the file holds none. */
  readonly keys: Keys;
}

/** The file's text. Without `keys` there is none in it. */
export function writeSettingsFile(settings: Settings, keys: Keys | null): string {
  const file = { kind: FILE_KIND, version: SETTINGS_VERSION, settings, ...(keys === null ? {} : { keys }) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** What the file's text means, of whichever version; or what is wrong with it, and where. Keys are never repeated. */
export function readSettingsFile(text: string): CheckResult<SettingsFile> {
  const parsed = parse(text);
  if (parsed === undefined) return { ok: false, message: 'The file is no JSON: it may be cut short, or another file.' };
  if (typeof parsed !== 'object' || parsed === null || !('kind' in parsed) || parsed.kind !== FILE_KIND) {
    return { ok: false, message: 'The file holds no KnowledgeLens settings.' };
  }
  const file = check('settings.file', parsed);
  if (!file.ok) return file;
  const { version, settings, keys = {} } = file.value;
  if (version > SETTINGS_VERSION) {
    return { ok: false, message: 'The file was made by a newer KnowledgeLens. Update this one, then import it again.' };
  }
  const read = readAsSettings(settings);
  if (!read.ok) return read;
  const astray = read.value.models.findIndex(({ provider, endpoint }) =>
    provider === 'chrome' ? endpoint !== '' : !isBareAddress(endpoint),
  );
  if (astray !== -1) return { ok: false, message: `settings: /models/${String(astray)}/endpoint ${NO_ADDRESS}` };
  const { models, search } = read.value;
  const origins = [
    ...models.map(({ endpoint }) => (URL.canParse(endpoint) ? new URL(endpoint).origin : '')),
    ...search.engines.map(originOf),
  ];
  const stray = Object.keys(keys).some((origin) => !origins.includes(origin));
  if (stray)
    return {
      ok: false,
      message: 'settings.file: /keys has a key for a server that none of its models or engines uses.',
    };
  return { ok: true, value: { settings: read.value, keys } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
