/** What may stand in a field. The one rule: pure; '' when it may, else one sentence that says what belongs there. */
import { isNearby } from '../lib/models/address.ts';
import { MODEL_SCHEMA } from '../lib/protocol/settings.ts';
import { t } from './strings.ts';

export interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/** A whole number; a minus only where one can be meant. */
export function numberError(text: string, { minimum, maximum }: Range): string {
  const fits = /^\s*-?\d{1,12}\s*$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  return fits ? '' : t.errors.range(minimum, maximum);
}

/** Nothing, or a decimal above 0: a typed 0 would read as “free” or “spend nothing”, and the settings' 0 means neither. */
export function amountError(text: string, { maximum }: Range): string {
  if (text.trim() === '') return '';
  const fits = /^\s*\d{1,9}(?:\.\d{1,6})?\s*$/.test(text) && Number(text) > 0 && Number(text) <= maximum;
  return fits ? '' : t.errors.amount(maximum);
}

/** How an amount stands in its field: the settings' 0, which means “not given”, as nothing. */
export function amountText(amount: number): string {
  return amount === 0 ? '' : String(amount);
}

/** `range` is in milliseconds, the text in seconds. */
export function secondsError(text: string, { minimum, maximum }: Range): string {
  const ms = Number(text) * 1000;
  const fits = /^\s*\d{1,6}(?:\.\d{1,3})?\s*$/.test(text) && ms >= minimum && ms <= maximum;
  return fits ? '' : t.errors.seconds(minimum / 1000, maximum / 1000);
}

export function endpointError(endpoint: string): string {
  const text = endpoint.trim();
  const { maxLength } = MODEL_SCHEMA.properties.endpoint;
  if (text === '') return t.errors.endpointMissing;
  if (text.length > maxLength) return t.errors.tooLong(maxLength);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return t.errors.endpointInvalid;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '' ? '' : t.errors.endpointExtra;
}

/** The origin an endpoint stands for, or '' while it is no address. */
export function originOf(endpoint: string): string {
  const text = endpoint.trim();
  return endpointError(text) === '' ? new URL(text).origin : '';
}

/** Whether what is sent there could be read on the way. */
export function isUnencrypted(endpoint: string): boolean {
  return originOf(endpoint).startsWith('http:') && !isNearby(endpoint);
}
