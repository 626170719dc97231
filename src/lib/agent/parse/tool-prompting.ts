/** Converts tool conversations to plain text, escaping protocol tags in results and documents. */
import { removeReasoning } from './controls.ts';
import { formatValue } from './problems.ts';
import { parseArguments, toArgs, isDict, getNonBlankText } from './shapes.ts';
import type { ToolCall } from '../frames/decision.ts';
import type { ModelRequest, ToolSchema } from '../ports.ts';

type Message = ModelRequest['messages'][number];
type Part = Message['content'][number];
type VisiblePart = Extract<Part, { type: 'text' | 'document' | 'image' }>;
type TextPart = Exclude<VisiblePart, { type: 'image' }>;
type CallPart = Extract<Part, { type: 'tool-call' }>;
type ResultPart = Extract<Part, { type: 'tool-result' }>;

export interface ToolPrompting {
  readonly rules: string;
  /** `observation` may be ''. */
  readonly call: (call: ToolCall, observation: string) => string;
}

export function convertToolsToText(request: ModelRequest, { rules, call }: ToolPrompting): ModelRequest {
  const { tools = [], messages, ...rest } = request;
  const converted = mergeUserMessages(messages.map((message) => toTextMessage(message, call)));
  return {
    ...rest,
    messages: tools.length === 0 ? converted : addToolInstructions(converted, `${rules}\n\n${formatToolList(tools)}`),
  };
}

function addToolInstructions(messages: readonly Message[], text: string): readonly Message[] {
  const at = messages.findIndex(({ role }) => role === 'system');
  const part = { type: 'text', text } as const;
  if (at === -1) return [{ role: 'system', content: [part] }, ...messages];
  return messages.map((message, index) =>
    index === at ? { ...message, content: [...message.content, part] } : message,
  );
}

function formatToolList(tools: readonly ToolSchema[]): string {
  return tools
    .map(removeReasoning)
    .map(({ name, description, parameters }) => `### ${name}\n${description}\nArguments: ${JSON.stringify(parameters)}`)
    .join('\n\n');
}

function toTextMessage({ role, content }: Message, call: ToolPrompting['call']): Message {
  const parts = content.flatMap((part): readonly VisiblePart[] => {
    if (part.type === 'tool-call') return [createTextPart(formatCall(part, call))];
    if (part.type === 'tool-result') return createResultParts(part);
    return [part.type === 'document' ? { ...part, text: escapeTags(part.text) } : part]; // images are kept
  });
  return { role: role === 'tool' ? 'user' : role, content: parts };
}

function formatCall({ name, arguments: json }: CallPart, call: ToolPrompting['call']): string {
  const { args } = parseArguments(json, true);
  const { reasoning, observation, ...rest } = isDict(args) ? args : {};
  return call({ name, reasoning: getNonBlankText(reasoning), parameters: toArgs(rest) }, getNonBlankText(observation));
}

function createResultParts({ name, isError, content }: ResultPart): readonly VisiblePart[] {
  const status = isError ? 'error' : 'ok';
  const safeName = formatValue(name.replace(/[<>"&\p{Cc}\p{Cf}]/gu, '')).slice(1, -1);
  const openTag = `<tool_result name="${safeName}" status="${status}">`;
  const escaped = content.map((part): TextPart => ({ ...part, text: escapeTags(part.text) }));
  const [only] = escaped;
  if (escaped.length === 1 && only?.type === 'text')
    return [createTextPart(`${openTag}\n${only.text}\n</tool_result>`)];
  return [createTextPart(openTag), ...escaped, createTextPart('</tool_result>')];
}

const createTextPart = (value: string): VisiblePart => ({ type: 'text', text: value });

/** Even with spaces or invisible characters inside. */
const PROTOCOL_TAG =
  /<(?=[\s/|\p{Cf}]{0,16}(?:tool_|function|invoke|parameter|observation|thought|reasoning|think|answer|arg_|python_tag))/giu;

export const escapeTags = (content: string): string => content.replace(PROTOCOL_TAG, '&lt;');

/** Many servers require alternating roles. */
function mergeUserMessages(messages: readonly Message[]): readonly Message[] {
  return messages.reduce<readonly Message[]>((result, message) => {
    const last = result.at(-1);
    if (last?.role !== 'user' || message.role !== 'user') return [...result, message];
    return [...result.slice(0, -1), { role: 'user', content: [...last.content, ...message.content] }];
  }, []);
}
