/**
 * Arguments that a tool wants as headers, too (SEP-2243, from 2026-07-28 on). The library leaves them out in documents, whose requests
 * a server's CORS rules would refuse; those of an extension are not subject to them.
 */
import type { Client } from '@modelcontextprotocol/client';
import { encodeBase64 } from '../base/base64.ts';
import { isRecord } from '../base/loose.ts';

const PREFIX = 'Mcp-Param-';
const SAFE_VALUE = /^(?:[!-~](?:[ -~\t]*[!-~])?)?$/;
const ENCODED = /^=\?base64\?.*\?=$/;

/** The library has left out tools whose declarations are wrong. */
export function createParamHeaders(
  client: Pick<Client, 'getProtocolEra'>,
  inputSchema: unknown,
  args: unknown,
): Readonly<Record<string, string>> {
  return client.getProtocolEra() === 'modern' ? Object.fromEntries(collect(inputSchema, args)) : {};
}

function* collect(schema: unknown, value: unknown): Generator<[name: string, value: string]> {
  if (!isRecord(schema)) return;
  const { properties, 'x-mcp-header': name } = schema;
  if (typeof name === 'string' && ['string', 'boolean', 'number'].includes(typeof value))
    yield [`${PREFIX}${name}`, encode(String(value))];
  if (!isRecord(properties) || !isRecord(value)) return;
  for (const [key, property] of Object.entries(properties))
    if (Object.hasOwn(value, key)) yield* collect(property, value[key]);
}

/** What no header can hold, or what looks encoded already, is encoded. */
function encode(value: string): string {
  if (SAFE_VALUE.test(value) && !ENCODED.test(value)) return value;
  return `=?base64?${encodeBase64(new TextEncoder().encode(value))}?=`;
}
