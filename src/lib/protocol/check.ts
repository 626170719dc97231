/** Validates data from another context or from storage before it is used. */
import { validate, type CheckResult } from '../schema/validate.ts';
import { SCHEMAS, type Checked, type SchemaName } from './schemas.ts';
import { findSettingsFault, type Settings } from './settings/settings.ts';

/** Returns the typed value, or the fault in one sentence. Never throws. */
export function check<N extends SchemaName>(name: N, value: unknown): CheckResult<Checked[N]> {
  return validate<Checked[N]>(SCHEMAS[name], value, name);
}

/** Returns the settings that both their schema and `findSettingsFault` accept, or the fault in one sentence. */
export function checkSettings(value: unknown): CheckResult<Settings> {
  const checked = check('settings', value);
  if (!checked.ok) return checked;
  const fault = findSettingsFault(checked.value);
  return fault === '' ? checked : { ok: false, message: fault };
}
