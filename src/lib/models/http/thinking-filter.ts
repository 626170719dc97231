/** Takes `<think>` blocks out of the start of an answer only, since the answer may mention the tag. */
const TAGS = ['<think>', '<thinking>'].map((open) => ({ open, close: open.replace('<', '</') }));

interface ThinkingFilter {
  /** Returns the text that is certainly answer, '' for none. */
  push(delta: string): string;
  flush(): string;
  /** Returns the thoughts since the last call, '' for none. */
  takeThoughts(): string;
  readonly hasThoughts: boolean;
}

export function createThinkingFilter(): ThinkingFilter {
  let state: 'start' | 'thinking' | 'answer' = 'start';
  let buffer = '';
  let closingTag = ''; // of the latest thoughts
  let thoughts = '';

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
      const kept = Math.max(0, buffer.length - closingTag.length + 1); // the rest may be the beginning of the tag
      thoughts += buffer.slice(0, kept);
      buffer = buffer.slice(kept);
      return '';
    }
    thoughts += buffer.slice(0, index);
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
    takeThoughts(): string {
      const taken = thoughts;
      thoughts = '';
      return taken;
    },
    get hasThoughts(): boolean {
      return closingTag !== '';
    },
  };
}
