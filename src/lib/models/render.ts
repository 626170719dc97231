/**
 * Messages as language models read them. The one rule: a document's text cannot end its own element, so that what a
 * page says stays data; what to make of data is said in the system prompt.
 */
import type {
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
} from '@ai-sdk/provider';
import { argumentsOf } from './calls.ts';
import type { Dialect } from './dialect.ts';
import type {
  DocumentPart,
  ImagePart,
  ModelMessage,
  ModelRequest,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  ToolSchema,
} from './model.ts';

type Part = ModelMessage['content'][number];

/** What a provider library is asked, with every event of the wire to be passed on as it came. */
export function callOptions(
  { messages, maxOutputTokens, temperature, tools = [], json }: ModelRequest,
  dialect: Dialect,
  abortSignal: AbortSignal,
): LanguageModelV3CallOptions {
  const offered = dialect.tools ? toolsOf(tools) : [];
  return {
    prompt: promptOf(messages),
    maxOutputTokens,
    ...(temperature !== undefined && dialect.temperature ? { temperature } : {}),
    ...(offered.length > 0 ? { tools: offered, toolChoice: { type: 'auto' } } : {}),
    ...(json !== undefined && dialect.json ? { responseFormat: { type: 'json', schema: json, name: 'reply' } } : {}),
    abortSignal,
    includeRawChunks: true,
  };
}

/** Throws for a call outside an assistant's message, or a result outside a tool's: such a conversation has no meaning. */
export function promptOf(messages: readonly ModelMessage[]): LanguageModelV3Prompt {
  return messages.map(messageOf);
}

function messageOf({ role, content }: ModelMessage): LanguageModelV3Message {
  const calls = content.filter((part) => part.type === 'tool-call');
  const results = content.filter((part) => part.type === 'tool-result');
  const pictures = content.filter((part) => part.type === 'image');
  const written = content.filter(isWritten);
  const [misplaced] = {
    assistant: [...results, ...pictures],
    tool: [...calls, ...written, ...pictures],
    user: [...calls, ...results],
    system: [...calls, ...results, ...pictures],
  }[role];
  if (misplaced) throw new TypeError(`A ${role} message cannot hold a part of type ${misplaced.type}.`);
  // one text part per message: many local servers know no other form
  const text = textOf(written);
  if (role === 'system') return { role, content: text };
  if (role === 'tool') return { role, content: results.map(resultOf) };
  if (role === 'user') return { role, content: [{ type: 'text', text }, ...pictures.map(pictureOf)] };
  if (calls.length === 0) return { role, content: [{ type: 'text', text }] };
  return { role, content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...calls.map(callOf)] };
}

function pictureOf({ mediaType, data }: ImagePart) {
  return { type: 'file', mediaType, data } as const;
}

function isWritten(part: Part): part is TextPart | DocumentPart {
  return part.type === 'text' || part.type === 'document';
}

export function textOf(parts: readonly (TextPart | DocumentPart)[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : renderDocument(part))).join('\n\n');
}

/** Servers parse the arguments of earlier calls and refuse the conversation when they cannot, so broken ones are sent as none. */
function callOf({ id, name, arguments: json }: ToolCallPart) {
  return { type: 'tool-call', toolCallId: id, toolName: name, input: argumentsOf(json) ?? {} } as const;
}

/** The wire has no field for a failure, so the text says it. */
function resultOf({ id, name, isError, content }: ToolResultPart) {
  const value = `${isError ? 'Error: ' : ''}${textOf(content)}`;
  return { type: 'tool-result', toolCallId: id, toolName: name, output: { type: 'text', value } } as const;
}

/** Tools as function tools. */
export function toolsOf(tools: readonly ToolSchema[]): LanguageModelV3FunctionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    inputSchema: parameters,
  }));
}

/** `<document title="…" url="…" language="…">`, the text, `</document>`. */
export function renderDocument(part: DocumentPart): string {
  const attributes = [
    ['title', part.title],
    ['url', withoutSecrets(part.url)],
    ['language', part.language],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${String(name)}="${escapeAttribute(String(value))}"`)
    .join('');
  return `<document${attributes}>\n${escapeText(part.text)}\n</document>`;
}

/** Anything that a model could take for the tag, blanks and invisible characters inside it included. */
const TAG = /<(?=[\s/\p{Cf}]{0,16}document)/giu;

function escapeText(text: string): string {
  return text.replace(TAG, '&lt;');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeAttribute(value: string): string {
  return value
    .slice(0, 2000)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}

/** A query, a fragment or a user name may carry a session; no summary needs them. '' when it is no URL. */
function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, protocol, pathname } = new URL(url);
  return origin === 'null' ? `${protocol}${pathname}` : `${origin}${pathname}`;
}
