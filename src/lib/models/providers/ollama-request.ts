import type { LanguageModelV3Message } from '@ai-sdk/provider';
import type { ChatRequest, Message, ToolCall } from 'ollama/browser';
import type { OpenStreamOptions } from '../http/wire-format.ts';
import { toPrompt } from '../render-messages.ts';

interface OllamaRequest extends ChatRequest {
  readonly stream: true;
  /** Refuse or end what does not fit; by default the server drops messages and tokens. */
  readonly truncate: false;
  readonly shift: false;
}

type OllamaMessage = Message & { readonly tool_call_id?: string; tool_calls?: OllamaToolCall[] };
type OllamaToolCall = ToolCall & { readonly id: string };

export function buildOllamaRequest({ config, request, dialect }: OpenStreamOptions): OllamaRequest {
  const { messages, maxOutputTokens, temperature, tools = [], json } = request;
  return {
    model: config.model,
    messages: toPrompt(messages).flatMap(toOllamaMessages),
    ...(dialect.tools && tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters },
          })),
        }
      : {}),
    ...(json !== undefined && dialect.json ? { format: json } : {}),
    options: {
      num_ctx: config.contextTokens,
      num_predict: maxOutputTokens,
      ...(temperature !== undefined && dialect.temperature ? { temperature } : {}),
    },
    keep_alive: config.keepAlive < 0 ? -1 : `${config.keepAlive}m`,
    stream: true,
    truncate: false,
    shift: false,
  };
}

function toOllamaMessages({ role, content }: LanguageModelV3Message): readonly OllamaMessage[] {
  if (role === 'system') return [{ role, content }];
  if (role === 'tool')
    return content.flatMap((part) => {
      if (part.type !== 'tool-result') return [];
      const { toolCallId, toolName, output } = part;
      const text = output.type === 'text' ? output.value : '';
      return [{ role, content: text, tool_name: toolName, tool_call_id: toolCallId }];
    });
  const texts = content.map((part) => (part.type === 'text' ? part.text : ''));
  const images = content.flatMap((part) => (part.type === 'file' && typeof part.data === 'string' ? [part.data] : []));
  const calls = content.flatMap((part): OllamaToolCall[] =>
    part.type === 'tool-call'
      ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: part.input as Record<string, unknown> } }]
      : [],
  );
  return [
    {
      role,
      content: texts.join(''),
      ...(images.length > 0 ? { images } : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    },
  ];
}
