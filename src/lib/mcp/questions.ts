/** What a server asks the user while a call runs: one question at a time, and few of them, whatever their kind. */
import type { ServerRequest } from '../agent/frames/control-frames.ts';
import { MAX_QUESTIONS } from '../protocol/offscreen/tool-server.ts';

export interface AskedQuestion {
  readonly text: string;
  readonly asks: ServerRequest;
}
/** Resolves with the answer, as JSON; '' if the user could not be asked; null if the user declined, or the server waits no more: then the signal aborts. */
export type AskUser = (asked: AskedQuestion, signal: AbortSignal) => Promise<string | null>;

export interface Questions {
  /** Null, without asking, for what cannot be asked (null) and beyond the number that may be. */
  readonly ask: (asked: AskedQuestion | null, signal: AbortSignal) => Promise<string | null>;
  /** Those that the user was not asked. */
  readonly countDeclined: () => number;
}

export function createQuestions(askUser: AskUser): Questions {
  let count = 0;
  let declined = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    countDeclined: () => declined,
    ask(asked, signal) {
      if (asked === null || count >= MAX_QUESTIONS) {
        declined += 1;
        return Promise.resolve(null);
      }
      count += 1;
      const answer = last.then(async () => {
        const entered = signal.aborted ? null : await askUser(asked, signal);
        if (entered !== '') return entered;
        declined += 1;
        return null;
      });
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}
