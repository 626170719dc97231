/** Validates data from another context or from storage before it is used. */
import { isRecord } from '../base/loose.ts';
import { validate, type CheckResult } from '../schema/validate.ts';
import { SCHEMAS, type Checked, type SchemaName } from './schemas.ts';
import { DEFAULT_SETTINGS } from './settings/defaults.ts';
import { findSettingsFault, type Settings } from './settings/settings.ts';

/** Returns the typed value, or the fault in one sentence. Never throws. */
export function check<N extends SchemaName>(name: N, value: unknown): CheckResult<Checked[N]> {
  return validate<Checked[N]>(SCHEMAS[name], value, name);
}

const { appearance, answers, toolServers, secondOpinion } = DEFAULT_SETTINGS;
/** Fields that settings stored earlier may lack. */
const ADDED_LATER = { appearance, answers, toolServers, secondOpinion } satisfies Partial<Settings>;

/**
 * Returns the settings that both their schema and `findSettingsFault` accept, or the fault in one sentence. Settings from
 * before a field was added get its default.
 */
export function checkSettings(value: unknown): CheckResult<Settings> {
  const checked = check('settings', isRecord(value) ? { ...ADDED_LATER, ...value } : value);
  if (!checked.ok) return checked;
  const fault = findSettingsFault(checked.value);
  return fault === '' ? checked : { ok: false, message: fault };
}
