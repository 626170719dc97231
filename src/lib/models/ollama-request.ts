/** A request in Ollama's own words. */
import type { LanguageModelV3Message } from '@ai-sdk/provider';
import type { ChatRequest, Message, Tool, ToolCall } from 'ollama/browser';
import type { Dialect } from './dialect.ts';
import type { ModelRequest, ToolSchema } from './model.ts';
import type { Opening } from './protocol.ts';
import { promptOf } from './render.ts';

/** What the client passes on, and its types do not know. */
export interface OllamaRequest extends ChatRequest {
  readonly stream: true;
  /** Neither messages left out before the reply nor tokens during it: what does not fit is refused, or ends the reply. */
  readonly truncate: false;
  readonly shift: false;
}

interface SentCall extends ToolCall {
  readonly id: string;
}

interface SentResult extends Message {
  readonly tool_call_id: string;
}

export function ollamaRequest(
  { model, contextTokens, keepAlive }: Opening['config'],
  { messages, maxOutputTokens, temperature, tools = [], json }: ModelRequest,
  dialect: Dialect,
): OllamaRequest {
  const offered = dialect.tools ? tools.map(toolOf) : [];
  return {
    model,
    messages: promptOf(messages).flatMap(messagesOf),
    ...(offered.length > 0 ? { tools: offered } : {}),
    ...(json !== undefined && dialect.json ? { format: json } : {}),
    options: {
      num_ctx: contextTokens,
      num_predict: maxOutputTokens,
      ...(temperature !== undefined && dialect.temperature ? { temperature } : {}),
    },
    keep_alive: keepAlive < 0 ? -1 : `${keepAlive}m`,
    stream: true,
    truncate: false,
    shift: false,
  };
}

function toolOf({ name, description, parameters }: ToolSchema): Tool {
  return { type: 'function', function: { name, description, parameters } };
}

function messagesOf(message: LanguageModelV3Message): readonly Message[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user':
      return [userMessage(message)];
    case 'assistant':
      return [assistantMessage(message)];
    case 'tool':
      return message.content.flatMap((part) => (part.type === 'tool-result' ? [resultOf(part)] : []));
  }
}

type Of<Role extends LanguageModelV3Message['role']> = Extract<LanguageModelV3Message, { role: Role }>;

function userMessage({ content }: Of<'user'>): Message {
  const images = content.flatMap((part) => (part.type === 'file' && typeof part.data === 'string' ? [part.data] : []));
  return { role: 'user', content: textIn(content), ...(images.length > 0 ? { images } : {}) };
}

function assistantMessage({ content }: Of<'assistant'>): Message {
  const calls = content.flatMap((part): SentCall[] =>
    part.type === 'tool-call'
      ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input as Record<string, unknown> } }]
      : [],
  );
  return { role: 'assistant', content: textIn(content), ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

function resultOf({
  toolCallId,
  toolName,
  output,
}: Extract<Of<'tool'>['content'][number], { type: 'tool-result' }>): SentResult {
  const content = output.type === 'text' ? output.value : '';
  return { role: 'tool', content, tool_name: toolName, tool_call_id: toolCallId };
}

function textIn(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}
