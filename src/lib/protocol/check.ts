/** Validates data from another context or from storage before it is used. */
import { validators } from '../schema/compiled/validators.js';
import { checkWith, type CheckResult } from '../schema/validator.ts';
import type { Checked, SchemaName } from './schemas.ts';

/** Returns the typed value, or the fault in one sentence. Never throws. */
export function check<N extends SchemaName>(name: N, value: unknown): CheckResult<Checked[N]> {
  return checkWith<Checked[N]>(name, validators[name], value);
}
