/** What a server asks the user while a call runs: one question at a time, few of them, and only forms that can be shown whole. */
import type { ElicitResult } from '@modelcontextprotocol/client';
import type { JsonSchema } from '../base/json.ts';
import { isRecord, parseJson, type UnknownRecord } from '../base/loose.ts';
import { MAX_QUESTION, MAX_QUESTIONS } from '../protocol/offscreen/tool-server.ts';
import { checkForm, readForm, type Entered } from '../schema/form.ts';

/** Resolves with what the user entered, as JSON; null if they declined. */
export type AskUser = (text: string, schema: JsonSchema) => Promise<string | null>;
/** `params`: as the server sent them. */
export type Elicit = (params: UnknownRecord | undefined) => Promise<ElicitResult>;

export interface Elicitation {
  readonly elicit: Elicit;
  /** Those that the user was not asked. */
  readonly countDeclined: () => number;
}

export function createElicitation(askUser: AskUser): Elicitation {
  let asked = 0;
  let declined = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function elicit({
    mode = 'form',
    message,
    requestedSchema: schema,
  }: UnknownRecord = {}): Promise<ElicitResult> {
    const isShort = typeof message === 'string' && message.length <= MAX_QUESTION;
    const fields = readForm(schema);
    if (mode !== 'form' || !isShort || fields === null || asked >= MAX_QUESTIONS) {
      declined += 1;
      return { action: 'decline' };
    }
    asked += 1;
    const answer = last.then(() => askUser(message, schema as JsonSchema));
    last = answer.catch(() => undefined);
    const entered = parseJson((await answer) ?? '');
    // nothing is sent that does not fit the form
    const values = isRecord(entered) ? checkForm(fields, entered as Entered).values : null;
    return values === null ? { action: 'decline' } : { action: 'accept', content: values as ElicitResult['content'] };
  }

  return { elicit, countDeclined: () => declined };
}
