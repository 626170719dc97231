/** Field validators; '' if valid, else one sentence on what is expected. */
import { isLocalOrPrivateEndpoint } from '../../lib/models/address.ts';
import { MODEL_SCHEMA } from '../../lib/protocol/settings/settings.ts';
import { t } from '../strings/strings.ts';
import { parseWebUrl } from '../../lib/base/urls.ts';

export interface Range {
  readonly minimum: number;
  readonly maximum: number;
}

/** A minus sign is only accepted if `minimum` allows it. */
export function validateNumber(text: string, { minimum, maximum }: Range): string {
  const fits = /^\s*-?\d{1,12}\s*$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  return fits ? '' : t.errors.range(minimum, maximum);
}

/** Empty, or above 0: a typed 0 would read as “free”, but a stored 0 means not given. */
export function validateAmount(text: string, { maximum }: Range): string {
  if (text.trim() === '') return '';
  const fits = /^\s*\d{1,9}(?:\.\d{1,6})?\s*$/.test(text) && Number(text) > 0 && Number(text) <= maximum;
  return fits ? '' : t.errors.amount(maximum);
}

/** A stored 0 means “not given” and is shown as ''. */
export function formatAmount(amount: number): string {
  return amount === 0 ? '' : String(amount);
}

/** `range` is in milliseconds, the text in seconds. */
export function validateSeconds(text: string, { minimum, maximum }: Range): string {
  const ms = Number(text) * 1000;
  const fits = /^\s*\d{1,6}(?:\.\d{1,3})?\s*$/.test(text) && ms >= minimum && ms <= maximum;
  return fits ? '' : t.errors.seconds(minimum / 1000, maximum / 1000);
}

export function validateEndpoint(endpoint: string): string {
  const text = endpoint.trim();
  const { maxLength } = MODEL_SCHEMA.properties.endpoint;
  if (text === '') return t.errors.endpointMissing;
  if (text.length > maxLength) return t.errors.tooLong(maxLength);
  const url = parseWebUrl(text);
  if (!url) return t.errors.endpointInvalid;
  const { username, password, search, hash } = url;
  return username + password + search + hash === '' ? '' : t.errors.endpointExtra;
}

/** '' for an invalid endpoint. */
export function getEndpointOrigin(endpoint: string): string {
  const text = endpoint.trim();
  return validateEndpoint(text) === '' ? new URL(text).origin : '';
}

export function isUnencrypted(endpoint: string): boolean {
  return getEndpointOrigin(endpoint).startsWith('http:') && !isLocalOrPrivateEndpoint(endpoint);
}
