/**
 * Removes a model's thoughts from its answer: local servers send `<think>…</think>` as plain text before it. Only
 * blocks at the start are removed, since an answer may mention the tag. The result does not depend on how the text was
 * split.
 */
const TAGS = ['<think>', '<thinking>'].map((open) => ({ open, close: open.replace('<', '</') }));

export interface ThinkingFilter {
  /** Takes the next delta; returns the text that is certainly part of the answer, '' for none. */
  push(delta: string): string;
  /** Ends the text; returns what was still buffered. */
  flush(): string;
  readonly hasThoughts: boolean;
}

export function createThinkingFilter(): ThinkingFilter {
  let state: 'start' | 'thinking' | 'answer' = 'start';
  let buffer = '';
  let closingTag = '';
  let foundThoughts = false;

  /**
   * Before the answer: drops white space and waits for an opening tag. Returns text, or null to continue in another
   * state.
   */
  function readStart(): string | null {
    buffer = buffer.trimStart();
    const tag = TAGS.find(({ open }) => buffer.startsWith(open));
    if (tag !== undefined) {
      state = 'thinking';
      foundThoughts = true;
      closingTag = tag.close;
      buffer = buffer.slice(tag.open.length);
      return null;
    }
    if (TAGS.some(({ open }) => open.startsWith(buffer))) return '';
    state = 'answer';
    const text = buffer;
    buffer = '';
    return text;
  }

  /** Inside the thoughts: drops everything up to the closing tag. Returns null once it was found. */
  function skipThoughts(): string | null {
    const index = buffer.indexOf(closingTag);
    if (index === -1) {
      buffer = buffer.slice(Math.max(0, buffer.length - closingTag.length + 1));
      return '';
    }
    buffer = buffer.slice(index + closingTag.length);
    state = 'start';
    return null;
  }

  return {
    push(delta: string): string {
      if (state === 'answer') return delta;
      buffer += delta;
      for (;;) {
        const text = state === 'thinking' ? skipThoughts() : readStart();
        if (text !== null) return text;
      }
    },
    flush(): string {
      const text = state === 'start' ? buffer : '';
      buffer = '';
      return text;
    },
    get hasThoughts(): boolean {
      return foundThoughts;
    },
  };
}
