/** Renders messages for models. A document's text must not be able to close its own element. */
import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { parseCallArguments } from './http/tool-call-assembly.ts';
import type { DocumentPart, ImagePart, ModelMessage, TextPart, ToolCallPart, ToolResultPart } from './model.ts';
import { parseUrl } from '../base/urls.ts';

type Part = ModelMessage['content'][number];

/** Throws for a call outside an assistant message or a result outside a tool message. */
export function toPrompt(messages: readonly ModelMessage[]): LanguageModelV3Prompt {
  return messages.map(toLanguageModelMessage);
}

function toLanguageModelMessage({ role, content }: ModelMessage): LanguageModelV3Message {
  const calls = content.filter((part) => part.type === 'tool-call');
  const results = content.filter((part) => part.type === 'tool-result');
  const pictures = content.filter((part) => part.type === 'image');
  const texts = content.filter(isTextual);
  const [misplaced] = {
    assistant: [...results, ...pictures],
    tool: [...calls, ...texts, ...pictures],
    user: [...calls, ...results],
    system: [...calls, ...results, ...pictures],
  }[role];
  if (misplaced) throw new TypeError(`A ${role} message cannot hold a part of type ${misplaced.type}.`);
  // Many local servers accept only one text part per message.
  const text = renderTextParts(texts);
  if (role === 'system') return { role, content: text };
  if (role === 'tool') return { role, content: results.map(toResultPart) };
  if (role === 'user') return { role, content: [{ type: 'text', text }, ...pictures.map(toFilePart)] };
  if (calls.length === 0) return { role, content: [{ type: 'text', text }] };
  return { role, content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...calls.map(toCallPart)] };
}

function toFilePart({ mediaType, data }: ImagePart) {
  return { type: 'file', mediaType, data } as const;
}

function isTextual(part: Part): part is TextPart | DocumentPart {
  return part.type === 'text' || part.type === 'document';
}

export function renderTextParts(parts: readonly (TextPart | DocumentPart)[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : renderDocument(part))).join('\n\n');
}

/** Invalid arguments become {}: servers refuse a conversation they cannot parse. */
function toCallPart({ id, name, arguments: json }: ToolCallPart) {
  return { type: 'tool-call', toolCallId: id, toolName: name, input: parseCallArguments(json) ?? {} } as const;
}

/** The wire has no field for a failure. */
function toResultPart({ id, name, isError, content }: ToolResultPart) {
  const value = `${isError ? 'Error: ' : ''}${renderTextParts(content)}`;
  return { type: 'tool-result', toolCallId: id, toolName: name, output: { type: 'text', value } } as const;
}

export function renderDocument(part: DocumentPart): string {
  const attributes = [
    ['title', part.title],
    ['url', stripUrlSecrets(part.url)],
    ['language', part.language],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${String(name)}="${escapeAttribute(String(value))}"`)
    .join('');
  return `<document${attributes}>\n${escapeText(part.text)}\n</document>`;
}

/** Also with blanks and invisible characters inside the tag. */
const DOCUMENT_TAG = /<(?=[\s/\p{Cf}]{0,16}document)/giu;

function escapeText(text: string): string {
  return text.replace(DOCUMENT_TAG, '&lt;');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeAttribute(value: string): string {
  return value
    .slice(0, 2000)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}

/** Query, fragment and user name may carry a session. '' when it is not a URL. */
function stripUrlSecrets(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return '';
  const { origin, protocol, pathname } = parsed;
  return origin === 'null' ? `${protocol}${pathname}` : `${origin}${pathname}`;
}
