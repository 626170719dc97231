/** Builds requests for Ollama's chat API. */
import type { LanguageModelV3Message } from '@ai-sdk/provider';
import type { ChatRequest, Message, Tool, ToolCall } from 'ollama/browser';
import type { Dialect } from '../http/dialect.ts';
import type { ModelRequest, ToolSchema } from '../model.ts';
import type { OpenStreamOptions } from '../http/wire-format.ts';
import { toPrompt } from '../render.ts';

export interface OllamaRequest extends ChatRequest {
  readonly stream: true;
  /** Refuse or end what does not fit; by default the server drops messages and tokens. */
  readonly truncate: false;
  readonly shift: false;
}

interface OllamaToolCall extends ToolCall {
  readonly id: string;
}

interface OllamaToolResult extends Message {
  readonly tool_call_id: string;
}

export function buildOllamaRequest(
  { model, contextTokens, keepAlive }: OpenStreamOptions['config'],
  { messages, maxOutputTokens, temperature, tools = [], json }: ModelRequest,
  dialect: Dialect,
): OllamaRequest {
  const ollamaTools = dialect.tools ? tools.map(toOllamaTool) : [];
  return {
    model,
    messages: toPrompt(messages).flatMap(toOllamaMessages),
    ...(ollamaTools.length > 0 ? { tools: ollamaTools } : {}),
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

function toOllamaTool({ name, description, parameters }: ToolSchema): Tool {
  return { type: 'function', function: { name, description, parameters } };
}

function toOllamaMessages(message: LanguageModelV3Message): readonly Message[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user':
      return [toUserMessage(message)];
    case 'assistant':
      return [toAssistantMessage(message)];
    case 'tool':
      return message.content.flatMap((part) => (part.type === 'tool-result' ? [toResultMessage(part)] : []));
  }
}

type MessageWithRole<Role extends LanguageModelV3Message['role']> = Extract<LanguageModelV3Message, { role: Role }>;

function toUserMessage({ content }: MessageWithRole<'user'>): Message {
  const images = content.flatMap((part) => (part.type === 'file' && typeof part.data === 'string' ? [part.data] : []));
  return { role: 'user', content: joinTextParts(content), ...(images.length > 0 ? { images } : {}) };
}

function toAssistantMessage({ content }: MessageWithRole<'assistant'>): Message {
  const calls = content.flatMap((part): OllamaToolCall[] =>
    part.type === 'tool-call'
      ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input as Record<string, unknown> } }]
      : [],
  );
  return { role: 'assistant', content: joinTextParts(content), ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

function toResultMessage({
  toolCallId,
  toolName,
  output,
}: Extract<MessageWithRole<'tool'>['content'][number], { type: 'tool-result' }>): OllamaToolResult {
  const content = output.type === 'text' ? output.value : '';
  return { role: 'tool', content, tool_name: toolName, tool_call_id: toolCallId };
}

function joinTextParts(content: readonly { readonly type: string; readonly text?: string }[]): string {
  return content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('');
}
