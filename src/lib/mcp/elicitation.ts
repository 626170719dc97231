/** What a server asks the user while a call runs: one question at a time, few of them, and only forms that can be shown whole. */
import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import type { JsonSchema } from '../base/json.ts';
import { MAX_QUESTION, MAX_QUESTIONS } from '../protocol/offscreen/tool-server.ts';
import { readForm, type FormValues } from '../schema/form.ts';

/** Resolves with what the user entered, or null if they declined. */
export type AskUser = (text: string, schema: JsonSchema) => Promise<FormValues | null>;

export interface Elicitation {
  readonly elicit: (request: ElicitRequest) => Promise<ElicitResult>;
  /** Those that the user was not asked. */
  readonly countDeclined: () => number;
}

export function createElicitation(askUser: AskUser): Elicitation {
  let asked = 0;
  let declined = 0;
  let last: Promise<unknown> = Promise.resolve();

  function elicit({ params }: ElicitRequest): Promise<ElicitResult> {
    const schema = 'requestedSchema' in params ? params.requestedSchema : null;
    if (
      schema === null ||
      params.message.length > MAX_QUESTION ||
      asked >= MAX_QUESTIONS ||
      readForm(schema) === null
    ) {
      declined += 1;
      return Promise.resolve({ action: 'decline' });
    }
    asked += 1;
    const answer = last.then(() => askUser(params.message, schema as JsonSchema));
    last = answer.catch(() => undefined);
    return answer.then((values) =>
      values === null ? { action: 'decline' } : { action: 'accept', content: values as ElicitResult['content'] },
    );
  }

  return { elicit, countDeclined: () => declined };
}
