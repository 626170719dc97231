/** Adapts conversations that other models accepted to the form that Anthropic's API requires. */
import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';

/** Removes blank texts, which the API refuses, and limits call ids to letters, digits, `_` and `-`. */
export function adaptPrompt(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  return prompt.map(adaptMessage).filter(({ content }) => content.length > 0);
}

function adaptMessage(message: LanguageModelV3Message): LanguageModelV3Message {
  switch (message.role) {
    case 'system':
      return { ...message, content: isBlank(message.content) ? '' : message.content };
    case 'user':
      return { ...message, content: message.content.filter(isNonBlankPart) };
    case 'assistant':
      return { ...message, content: message.content.filter(isNonBlankPart).map(sanitiseCallId) };
    case 'tool':
      return { ...message, content: message.content.map(sanitiseCallId) };
  }
}

function isNonBlankPart(part: { readonly type: string; readonly text?: string }): boolean {
  return part.type !== 'text' || !isBlank(part.text ?? '');
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function sanitiseCallId<P extends object>(part: P): P {
  if (!('toolCallId' in part) || typeof part.toolCallId !== 'string') return part;
  return {
    ...part,
    toolCallId: part.toolCallId.replace(/[^\w-]/g, (other) => `_${other.charCodeAt(0).toString(16)}_`),
  };
}
