/** Checks whether an address can be called, and who could read the traffic. Sends nothing. */
import { isLoopbackHost, isPrivateHost } from '../models/address.ts';
import type { CheckLine } from '../protocol/probe.ts';
import { createBadLine, createFineLine, createLimitedLine } from './lines.ts';

/** `example`: a base URL of this provider. */
export function checkAddress(endpoint: string, example: string): CheckLine {
  const text = endpoint.trim();
  const hint = `Enter the API’s base URL, such as ${example}.`;
  const createLine = (message: string, cure: string): CheckLine => createBadLine('address', { message, hint: cure });
  if (!URL.canParse(text)) return createLine('This is not a complete web address.', hint);
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return createLine(`Addresses beginning with ${url.protocol} cannot be used.`, hint);
  if (url.username !== '' || url.password !== '')
    return createLine('The address contains a user name or password.', 'Remove it, and put the key in the key field.');
  if (url.search !== '' || url.hash !== '')
    return createLine('The address contains a query (?) or fragment (#).', `Remove it. ${hint}`);
  if (url.protocol === 'https:' || isLoopbackHost(url.hostname))
    return createFineLine('address', `${url.origin} is well-formed.`);
  const cure = 'Use https:// if the server offers it.';
  return isPrivateHost(url.hostname)
    ? createFineLine('address', 'http without encryption: others in this network could read along.', cure)
    : createLimitedLine('address', 'Warning: http to a public server sends pages and key unencrypted.', cure);
}
