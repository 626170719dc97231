/** What a model request asks of Chrome's built-in model. */
import { decodeBase64 } from '../../base/base64.ts';
import type { Json } from '../../base/json.ts';
import type { ModelMessage, ModelRequest } from '../model.ts';
import { renderTextParts } from '../render-messages.ts';
import type { SessionMessage } from './api.ts';

export interface PromptCall {
  readonly system: string;
  readonly messages: readonly SessionMessage[];
  /** BCP 47, without region. */
  readonly languages: readonly string[];
  readonly json: Readonly<Record<string, Json>> | undefined;
  readonly temperature: number | undefined;
}

/** Throws for tool calls and results: this model gets tools described in text. */
export function toPromptCall({ messages, json, temperature }: ModelRequest, constrained: boolean): PromptCall {
  const system = messages.filter(({ role }) => role === 'system').map(renderMessageText);
  return {
    system: system.join('\n\n'), // the API takes one, and only at the beginning
    messages: messages.filter(({ role }) => role !== 'system').map(toSessionMessage),
    languages: collectLanguages(messages),
    json: constrained ? json : undefined,
    temperature,
  };
}

function toSessionMessage(message: ModelMessage): SessionMessage {
  const { role, content } = message;
  if (role !== 'user' && role !== 'assistant') throw new TypeError(`The built-in model knows no ${role} messages.`);
  const text = renderMessageText(message);
  const pictures = content.flatMap((part) =>
    part.type === 'image'
      ? [{ type: part.type, value: new Blob([decodeBase64(part.data)], { type: part.mediaType }) }]
      : [],
  );
  return { role, content: [...(text === '' ? [] : [{ type: 'text', value: text } as const]), ...pictures] };
}

function renderMessageText({ role, content }: ModelMessage): string {
  const misplaced = content.find(({ type }) => type === 'tool-call' || type === 'tool-result');
  if (misplaced) throw new TypeError(`A ${role} message for the built-in model cannot hold a ${misplaced.type}.`);
  return renderTextParts(content.filter((part) => part.type === 'text' || part.type === 'document'));
}

const MAX_LANGUAGES = 8;

function collectLanguages(messages: readonly ModelMessage[]): string[] {
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
