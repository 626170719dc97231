/** Converts a request to the form of the Prompt API. */
import type { ImagePart, ModelMessage, ModelRequest } from '../model.ts';
import { renderTextParts } from '../render.ts';
import type { PromptCall, PromptMessage, PromptPart } from './wire.ts';

/** Throws for tool calls and results: this model gets tools described in text. */
export function toPromptCall({ messages, json, temperature }: ModelRequest, constrained: boolean): PromptCall {
  const system = messages.filter(({ role }) => role === 'system').map(renderMessageText);
  return {
    system: system.join('\n\n'), // the API takes one, and only at the beginning
    messages: messages.filter(({ role }) => role !== 'system').map(toPromptMessage),
    languages: collectLanguages(messages),
    ...(constrained && json !== undefined ? { json } : {}),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

function toPromptMessage(message: ModelMessage): PromptMessage {
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') throw new TypeError(`The built-in model knows no ${role} messages.`);
  const text = renderMessageText(message);
  const pictures = content.filter((part) => part.type === 'image').map(toPicturePart);
  return { role, content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...pictures] };
}

function toPicturePart({ mediaType, data }: ImagePart): PromptPart {
  return { type: 'image', mediaType, data };
}

function renderMessageText({ role, content }: ModelMessage): string {
  const misplaced = content.find(({ type }) => type === 'tool-call' || type === 'tool-result');
  if (misplaced) throw new TypeError(`A ${role} message for the built-in model cannot hold a ${misplaced.type}.`);
  return renderTextParts(content.filter((part) => part.type === 'text' || part.type === 'document'));
}

const MAX_LANGUAGES = 8;

function collectLanguages(messages: readonly ModelMessage[]): readonly string[] {
  const tags = messages.flatMap(({ content }) =>
    content.flatMap((part) => (part.type === 'document' ? [part.language] : [])),
  );
  return [...new Set(tags.map(parseLanguage).filter((tag) => tag !== ''))].slice(0, MAX_LANGUAGES);
}

/** Without region and script; '' for an invalid tag, since pages may send anything. */
function parseLanguage(tag: string): string {
  try {
    const name = tag === '' ? '' : new Intl.Locale(tag).language;
    return name === 'und' ? '' : name;
  } catch {
    return '';
  }
}
