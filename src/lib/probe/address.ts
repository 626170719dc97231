/** Whether an address can be called at all, and who could read along. Nothing is sent. */
import { isLoopback, isPrivate } from '../models/address.ts';
import type { CheckLine } from '../protocol/probe.ts';
import { bad, fine, limited } from './lines.ts';

/** `example`: a base URL as this provider has them. */
export function checkAddress(endpoint: string, example: string): CheckLine {
  const text = endpoint.trim();
  const wanted = `Enter the API’s base URL, such as ${example}.`;
  const wrong = (message: string, cure: string): CheckLine => bad('address', { message, cure });
  if (!URL.canParse(text)) return wrong('This is not a complete web address.', wanted);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return wrong(`Addresses beginning with ${url.protocol} cannot be used.`, wanted);
  if (url.username !== '' || url.password !== '')
    return wrong('The address contains a user name or password.', 'Remove it, and put the key in the key field.');
  if (url.search !== '' || url.hash !== '')
    return wrong('The address contains a query (?) or fragment (#).', `Remove it. ${wanted}`);
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return fine('address', `${url.origin} is well-formed.`);
  const cure = 'Use https:// if the server offers it.';
  return isPrivate(url.hostname)
    ? fine('address', 'http without encryption: others in this network could read along.', cure)
    : limited('address', 'Warning: http to a public server sends pages and key unencrypted.', cure);
}
