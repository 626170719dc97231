/** Calls of tools whose server asks the user: they outlast the worker that began them, and the line that has the answer takes them up. */
import type { AskUser } from '../lib/mcp/questions.ts';
import type { ToolServerEvent } from '../lib/protocol/offscreen/tool-server.ts';

/** How long the user may take for an answer. */
const ANSWER_MS = 600_000;

/** How long an end is kept for the line that takes it: the server did not wait for the answer. */
const KEPT_END_MS = 3_600_000;

type Post = (event: ToolServerEvent) => void;

export interface HeldCall {
  readonly signal: AbortSignal;
  /** Mark of the line that took the call up last: by it the browser adds the token. */
  mark: string;
  /** Null while no line has it. */
  post: Post | null;
  /** Resolves with what was entered, as JSON; null if declined. */
  readonly ask: AskUser;
}

interface OpenQuestion {
  readonly event: Extract<ToolServerEvent, { readonly type: 'question' }>;
  readonly resolve: (entered: string | null) => void;
}

interface Entry extends HeldCall {
  readonly controller: AbortController;
  question: OpenQuestion | null;
  end: ToolServerEvent | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export function createHeldCalls() {
  const calls = new Map<string, Entry>();

  function release(id: string): void {
    const entry = calls.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    calls.delete(id);
    entry.controller.abort();
  }

  function releaseIn(id: string, entry: Entry, ms: number): void {
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => release(id), ms);
  }

  /** Posted to the line that has the call, if one has it: a question is the end of a line. The time for the answer begins again. */
  function postQuestion(id: string, entry: Entry, { event }: OpenQuestion): void {
    releaseIn(id, entry, ANSWER_MS);
    const { post } = entry;
    entry.post = null;
    post?.(event);
  }

  /** `run` never rejects; its event is posted, or kept until a line has it. */
  function begin(id: string, mark: string, post: Post, run: (call: HeldCall) => Promise<ToolServerEvent>): void {
    release(id);
    const controller = new AbortController();
    const entry: Entry = {
      controller,
      signal: controller.signal,
      mark,
      post,
      question: null,
      end: null,
      timer: undefined,
      ask: (asked, given) =>
        new Promise((resolve) => {
          const question = { event: { type: 'question', question: crypto.randomUUID(), ...asked }, resolve } as const;
          entry.question = question;
          postQuestion(id, entry, question);
          given.addEventListener('abort', () => {
            if (entry.question === question) entry.question = null; // the call goes on, and its end is kept for an answer
            resolve(null);
          });
        }),
    };
    calls.set(id, entry);
    void run(entry).then((end) => {
      entry.end = end;
      releaseIn(id, entry, KEPT_END_MS);
      finish(id, entry);
    });
  }

  function finish(id: string, entry: Entry): void {
    if (entry.post === null || entry.end === null) return;
    entry.post(entry.end);
    if (calls.get(id) === entry) release(id);
  }

  return {
    /** Whether a call is held although no worker may be alive. */
    isNeeded: (): boolean => calls.size > 0,
    begin,
    release,
    /** False if it is not held. */
    answer(
      id: string,
      mark: string,
      post: Post,
      { question, entered }: { readonly question: string; readonly entered: string | null },
    ): boolean {
      const entry = calls.get(id);
      if (!entry) return false;
      entry.mark = mark;
      entry.post = post;
      const open = entry.question;
      if (open && open.event.question !== question) {
        postQuestion(id, entry, open); // the answer to an earlier one, sent again
        return true;
      }
      clearTimeout(entry.timer);
      entry.question = null;
      open?.resolve(entered);
      finish(id, entry);
      return true;
    },
    /** Gives the answer to that question time again. False if it is not open. */
    extend(id: string, question: string): boolean {
      const entry = calls.get(id);
      if (entry?.question?.event.question !== question) return false;
      releaseIn(id, entry, ANSWER_MS);
      return true;
    },
    /** Its line closed: without an open question the call ends too. */
    leave(id: string, post: Post): void {
      const entry = calls.get(id);
      if (entry?.post !== post) return;
      entry.post = null;
      if (entry.question === null) release(id);
    },
  };
}
