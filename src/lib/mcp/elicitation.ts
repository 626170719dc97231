/** A server's question for the user (elicitation): forms that can be shown whole, and pages that it may send a user to. */
import type { ElicitResult } from '@modelcontextprotocol/client';
import type { JsonSchema } from '../base/json.ts';
import { isRecord, parseJson, toText, type UnknownRecord } from '../base/loose.ts';
import { parseUrl } from '../base/urls.ts';
import { isLoopbackHost } from '../models/address.ts';
import { findAddressProblem, isPublicAddress } from '../pipeline/web/web-address.ts';
import { MAX_QUESTION } from '../protocol/offscreen/tool-server.ts';
import { checkForm, readForm, type Entered } from '../schema/form.ts';
import type { Questions } from './questions.ts';

const DECLINED: ElicitResult = { action: 'decline' };

/** `params`: as the server sent them. */
export async function elicit(
  params: UnknownRecord,
  { ask }: Questions,
  signal: AbortSignal,
  server: string,
): Promise<ElicitResult> {
  const { mode = 'form', message, requestedSchema: schema } = params;
  const text = typeof message === 'string' && message.length <= MAX_QUESTION ? message : null;
  if (mode === 'url') {
    const url = parseUrl(toText(params['url']))?.href ?? '';
    const isAskable = text !== null && mayOpen(url, server);
    return (await ask(isAskable ? { text, asks: { kind: 'url', url } } : null, signal)) === null
      ? DECLINED
      : { action: 'accept' };
  }
  const fields = mode === 'form' ? readForm(schema) : null;
  const isAskable = fields !== null && text !== null;
  const answer = await ask(isAskable ? { text, asks: { kind: 'form', schema: schema as JsonSchema } } : null, signal);
  const entered = parseJson(answer ?? '');
  // nothing is sent that does not fit the form
  const values = fields && isRecord(entered) ? checkForm(fields, entered as Entered).values : null;
  return values === null ? DECLINED : { action: 'accept', content: values as ElicitResult['content'] };
}

/** Allows HTTPS alone, except on this computer; a server on the web can name nothing that is private. */
export function mayOpen(page: string, server: string): boolean {
  const problem = findAddressProblem(page);
  const url = parseUrl(page);
  if (url === null) return false;
  if (problem === null) return url.protocol === 'https:';
  if (!problem.startsWith('private-') || isPublicAddress(server)) return false;
  return url.protocol === 'https:' || isLoopbackHost(url.hostname);
}
