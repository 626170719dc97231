/** Truncates a text to a number of tokens, never above it and never inside a character. */
import type { TokenCounter } from '../../models/tokens/token-counter.ts';

const CHARACTERS_PER_TOKEN = 8;

/** Ends at a line end if one is near; '' if nothing fits. */
export async function truncateToTokenLimit(
  text: string,
  maxTokens: number,
  tokens: Pick<TokenCounter, 'count'>,
): Promise<string> {
  let head = truncateAtLine(text, Math.max(0, maxTokens) * CHARACTERS_PER_TOKEN);
  for (;;) {
    const count = head === '' ? 0 : await tokens.count(head);
    if (count <= maxTokens) return head;
    // shrinks by at least a tenth, so the loop ends
    head = truncateAtLine(text, Math.floor(head.length * Math.min(0.9, maxTokens / count)));
  }
}

function truncateAtLine(text: string, length: number): string {
  if (length >= text.length) return text;
  const line = text.lastIndexOf('\n', length);
  return text.slice(0, line > length / 2 ? line : length).replace(/[\ud800-\udbff]$/, '');
}
