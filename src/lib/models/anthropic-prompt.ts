/**
 * Conversations as Anthropic's API takes them. The one rule: a conversation that went well with one model is not refused
 * for its form when this one takes it up.
 */
import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';

/** Without texts of nothing but blanks, which are refused, and with ids of letters, digits, `_` and `-`. */
export function acceptable(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  return prompt.map(messageOf).filter(({ content }) => content.length > 0);
}

function messageOf(message: LanguageModelV3Message): LanguageModelV3Message {
  switch (message.role) {
    case 'system':
      return { ...message, content: isBlank(message.content) ? '' : message.content };
    case 'user':
      return { ...message, content: message.content.filter(saysSomething) };
    case 'assistant':
      return { ...message, content: message.content.filter(saysSomething).map(withPlainId) };
    case 'tool':
      return { ...message, content: message.content.map(withPlainId) };
  }
}

function saysSomething(part: { readonly type: string; readonly text?: string }): boolean {
  return part.type !== 'text' || !isBlank(part.text ?? '');
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Other providers' ids hold other characters, such as `functions.find_text:0`. */
function withPlainId<P extends object>(part: P): P {
  if (!('toolCallId' in part) || typeof part.toolCallId !== 'string') return part;
  return {
    ...part,
    toolCallId: part.toolCallId.replace(/[^\w-]/g, (other) => `_${other.charCodeAt(0).toString(16)}_`),
  };
}
