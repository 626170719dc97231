/** The gate for data from another context or from storage: nothing is used before its schema has accepted it. */
import { validators } from '../schema/compiled/validators.js';
import { checkWith, type CheckResult } from '../schema/validator.ts';
import type { Checked, SchemaName } from './schemas.ts';

/** The value, typed; or what is wrong with it, in one sentence. Never throws, whatever the value. */
export function check<N extends SchemaName>(name: N, value: unknown): CheckResult<Checked[N]> {
  return checkWith<Checked[N]>(name, validators[name], value);
}
