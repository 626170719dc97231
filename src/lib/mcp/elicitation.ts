/** A server's question for the user's own words (elicitation): only forms that can be shown whole. */
import type { ElicitResult } from '@modelcontextprotocol/client';
import type { JsonSchema } from '../base/json.ts';
import { isRecord, parseJson, type UnknownRecord } from '../base/loose.ts';
import { MAX_QUESTION } from '../protocol/offscreen/tool-server.ts';
import { checkForm, readForm, type Entered } from '../schema/form.ts';
import type { Questions } from './questions.ts';

/** `params`: as the server sent them. */
export async function elicit(
  { mode = 'form', message, requestedSchema: schema }: UnknownRecord,
  { ask }: Questions,
): Promise<ElicitResult> {
  const fields = mode === 'form' ? readForm(schema) : null;
  const isAskable = fields !== null && typeof message === 'string' && message.length <= MAX_QUESTION;
  const answer = await ask(isAskable ? { text: message, asks: { kind: 'form', schema: schema as JsonSchema } } : null);
  const entered = parseJson(answer ?? '');
  // nothing is sent that does not fit the form
  const values = fields && isRecord(entered) ? checkForm(fields, entered as Entered).values : null;
  return values === null ? { action: 'decline' } : { action: 'accept', content: values as ElicitResult['content'] };
}
