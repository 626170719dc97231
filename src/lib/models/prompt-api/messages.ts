/** A request in the form of the Prompt API. The one rule: everything the model is told comes from the request alone. */
import type { ImagePart, ModelMessage, ModelRequest } from '../model.ts';
import { textOf } from '../render.ts';
import type { PromptCall, PromptMessage, PromptPart } from './wire.ts';

/** Throws for tool calls and their results: such a model is told of tools in words (`toolCalling`). */
export function callOf({ messages, json, temperature }: ModelRequest, constrained: boolean): PromptCall {
  const system = messages.filter(({ role }) => role === 'system').map(writtenIn);
  return {
    system: system.join('\n\n'), // the API takes one, and only at the beginning
    messages: messages.filter(({ role }) => role !== 'system').map(messageOf),
    languages: languagesIn(messages),
    ...(constrained && json !== undefined ? { json } : {}),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

function messageOf(message: ModelMessage): PromptMessage {
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') throw new TypeError(`The built-in model knows no ${role} messages.`);
  const text = writtenIn(message);
  const pictures = content.filter((part) => part.type === 'image').map(pictureOf);
  return { role, content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...pictures] };
}

function pictureOf({ mediaType, data }: ImagePart): PromptPart {
  return { type: 'image', mediaType, data };
}

function writtenIn({ role, content }: ModelMessage): string {
  const misplaced = content.find(({ type }) => type === 'tool-call' || type === 'tool-result');
  if (misplaced) throw new TypeError(`A ${role} message for the built-in model cannot hold a ${misplaced.type}.`);
  return textOf(content.filter((part) => part.type === 'text' || part.type === 'document'));
}

/** Most languages that a call names: a page has one or two. */
const MAX_LANGUAGES = 8;

function languagesIn(messages: readonly ModelMessage[]): readonly string[] {
  const tags = messages.flatMap(({ content }) =>
    content.flatMap((part) => (part.type === 'document' ? [part.language] : [])),
  );
  return [...new Set(tags.map(language).filter((tag) => tag !== ''))].slice(0, MAX_LANGUAGES);
}

/** The language of a tag without region and script; '' when the tag is none, as pages may claim anything. */
function language(tag: string): string {
  try {
    const name = tag === '' ? '' : new Intl.Locale(tag).language;
    return name === 'und' ? '' : name;
  } catch {
    return '';
  }
}
