/** The beginning of a text that fits. The one rule: never over the limit by the counter's count, and no half of a character. */
import type { TokenCounter } from '../../models/tokens.ts';

/** Characters that are looked at for each token that may be kept: more than text in any language has. */
const CHARACTERS = 8;

/** As much of a text as `maxTokens` hold, to the end of a line where there is one not far before; '' where nothing fits. */
export async function beginningOf(
  text: string,
  maxTokens: number,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<string> {
  let head = cutAt(text, Math.max(0, maxTokens) * CHARACTERS);
  for (;;) {
    const count = head === '' ? 0 : await tokens.count(head);
    if (count <= maxTokens) return head;
    // what is still too long gets shorter by a tenth at least, so this comes to an end
    head = cutAt(text, Math.floor(head.length * Math.min(0.9, maxTokens / count)));
  }
}

function cutAt(text: string, length: number): string {
  if (length >= text.length) return text;
  const line = text.lastIndexOf('\n', length);
  return text.slice(0, line > length / 2 ? line : length).replace(/[\ud800-\udbff]$/, '');
}
