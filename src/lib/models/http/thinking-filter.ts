/** Removes `<think>` blocks at the start of an answer only, since the answer may mention the tag. */
const TAGS = ['<think>', '<thinking>'].map((open) => ({ open, close: open.replace('<', '</') }));

interface ThinkingFilter {
  /** Returns the text that is certainly answer, '' for none. */
  push(delta: string): string;
  flush(): string;
  readonly hasThoughts: boolean;
}

export function createThinkingFilter(): ThinkingFilter {
  let state: 'start' | 'thinking' | 'answer' = 'start';
  let buffer = '';
  let closingTag = ''; // of the latest thoughts

  /** Returns text, or null to continue in another state. */
  function readStart(): string | null {
    buffer = buffer.trimStart();
    const tag = TAGS.find(({ open }) => buffer.startsWith(open));
    if (tag !== undefined) {
      state = 'thinking';
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
      return closingTag !== '';
    },
  };
}
