/** Validates data from another context or from storage before it is used. */
import { isRecord } from '../base/loose.ts';
import { validate, type CheckResult } from '../schema/validate.ts';
import { SCHEMAS, type Checked, type SchemaName } from './schemas.ts';
import { DEFAULT_ANSWERS } from './settings/answers.ts';
import { DEFAULT_APPEARANCE } from './settings/appearance.ts';
import { findSettingsFault, type Settings } from './settings/settings.ts';

/** Returns the typed value, or the fault in one sentence. Never throws. */
export function check<N extends SchemaName>(name: N, value: unknown): CheckResult<Checked[N]> {
  return validate<Checked[N]>(SCHEMAS[name], value, name);
}

/** Fields that settings stored earlier may lack. */
const ADDED_LATER = {
  appearance: DEFAULT_APPEARANCE,
  answers: DEFAULT_ANSWERS,
  toolServers: [],
} satisfies Partial<Settings>;

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
