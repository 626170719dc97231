/**
 * Takes a model's thoughts out of its answer: local servers send `<think>…</think>` as plain text before it. Only
 * blocks that the answer begins with are taken, because an answer may itself speak of the tag. The one rule: the
 * result is the same however the text was cut into deltas.
 */
const TAGS = ['<think>', '<thinking>'].map((open) => ({ open, close: open.replace('<', '</') }));

export interface ThinkingFilter {
  /** Takes the next delta; returns the part of the answer that is certain by now, '' when none is. */
  push(delta: string): string;
  /** The text has ended: returns what was held back. */
  flush(): string;
  /** Whether thoughts were taken out. */
  readonly thought: boolean;
}

export function thinkingFilter(): ThinkingFilter {
  let state: 'start' | 'thinking' | 'answer' = 'start';
  let held = '';
  let close = '';
  let thought = false;

  /** Before the answer: white space is dropped, an opening tag is awaited. Returns text once it is no tag. */
  function begin(): string | null {
    held = held.trimStart();
    const tag = TAGS.find(({ open }) => held.startsWith(open));
    if (tag !== undefined) {
      state = 'thinking';
      thought = true;
      close = tag.close;
      held = held.slice(tag.open.length);
      return null;
    }
    if (TAGS.some(({ open }) => open.startsWith(held))) return '';
    state = 'answer';
    const text = held;
    held = '';
    return text;
  }

  /** Inside the thoughts: everything is dropped up to the closing tag. */
  function skip(): string | null {
    const at = held.indexOf(close);
    if (at === -1) {
      held = held.slice(Math.max(0, held.length - close.length + 1));
      return '';
    }
    held = held.slice(at + close.length);
    state = 'start';
    return null;
  }

  return {
    push(delta: string): string {
      if (state === 'answer') return delta;
      held += delta;
      for (;;) {
        const text = state === 'thinking' ? skip() : begin();
        if (text !== null) return text;
      }
    },
    flush(): string {
      const text = state === 'start' ? held : '';
      held = '';
      return text;
    },
    get thought(): boolean {
      return thought;
    },
  };
}
