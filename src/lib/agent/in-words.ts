/**
 * A conversation with tools for a model that calls none over the wire: tools become words in the system message, calls and
 * results become text. The one rule: content is data, so whatever could open or close a tag of a protocol inside a result
 * or a document is escaped. How a call is written, each protocol says itself.
 */
import { withoutReasoning } from './parse/controls.ts';
import { show } from './parse/problems.ts';
import { argumentsOf, asArgs, isDict, textOf } from './parse/shapes.ts';
import type { ToolCall } from './decision.ts';
import type { ModelRequest, ToolSchema } from './ports.ts';

type Message = ModelRequest['messages'][number];
type Part = Message['content'][number];
type Shown = Extract<Part, { type: 'text' | 'document' | 'image' }>;
type Written = Exclude<Shown, { type: 'image' }>;
type CallPart = Extract<Part, { type: 'tool-call' }>;
type ResultPart = Extract<Part, { type: 'tool-result' }>;

/** How a protocol in words is told of and written. */
export interface Wording {
  /** What the model is told of replying, before the list of tools. */
  readonly rules: string;
  /** A call as the model should have written it. `observation` may be ''. */
  readonly call: (call: ToolCall, observation: string) => string;
}

/** The request without `tools`, `tool` messages and tool parts, in words that mean the same. */
export function inWords(request: ModelRequest, { rules, call }: Wording): ModelRequest {
  const { tools = [], messages, ...rest } = request;
  const said = merged(messages.map((message) => spoken(message, call)));
  return { ...rest, messages: tools.length === 0 ? said : instructed(said, `${rules}\n\n${list(tools)}`) };
}

/** The tools' words at the end of the first system message, which comes into being where there is none. */
function instructed(messages: readonly Message[], text: string): readonly Message[] {
  const at = messages.findIndex(({ role }) => role === 'system');
  const part = { type: 'text', text } as const;
  if (at === -1) return [{ role: 'system', content: [part] }, ...messages];
  return messages.map((message, index) =>
    index === at ? { ...message, content: [...message.content, part] } : message,
  );
}

function list(tools: readonly ToolSchema[]): string {
  return tools
    .map(withoutReasoning)
    .map(({ name, description, parameters }) => `### ${name}\n${description}\nArguments: ${JSON.stringify(parameters)}`)
    .join('\n\n');
}

function spoken({ role, content }: Message, call: Wording['call']): Message {
  const parts = content.flatMap((part): readonly Shown[] => {
    if (part.type === 'tool-call') return [text(callText(part, call))];
    if (part.type === 'tool-result') return resultParts(part);
    return [part.type === 'document' ? { ...part, text: escapeTags(part.text) } : part]; // pictures go as they are
  });
  return { role: role === 'tool' ? 'user' : role, content: parts };
}

/** An earlier call, as the model should have written it: its reasons beside it. */
function callText({ name, arguments: json }: CallPart, call: Wording['call']): string {
  const { args } = argumentsOf(json, true);
  const { reasoning, observation, ...rest } = isDict(args) ? args : {};
  return call({ name, reasoning: textOf(reasoning), parameters: asArgs(rest) }, textOf(observation));
}

function resultParts({ name, isError, content }: ResultPart): readonly Shown[] {
  const status = isError ? 'error' : 'ok';
  const shownName = show(name.replace(/[<>"&\p{Cc}\p{Cf}]/gu, '')).slice(1, -1);
  const open = `<tool_result name="${shownName}" status="${status}">`;
  const inside = content.map((part): Written => ({ ...part, text: escapeTags(part.text) }));
  const [only] = inside;
  if (inside.length === 1 && only?.type === 'text') return [text(`${open}\n${only.text}\n</tool_result>`)];
  return [text(open), ...inside, text('</tool_result>')];
}

const text = (said: string): Shown => ({ type: 'text', text: said });

/** Anything that a model could take for a tag of the protocol, blanks and invisible characters inside it included. */
const TAG =
  /<(?=[\s/|\p{Cf}]{0,16}(?:tool_|function|invoke|parameter|observation|thought|reasoning|think|answer|arg_|python_tag))/giu;

export const escapeTags = (content: string): string => content.replace(TAG, '&lt;');

/** Messages of the person's side that follow each other become one: many servers want the roles to alternate. */
function merged(messages: readonly Message[]): readonly Message[] {
  return messages.reduce<readonly Message[]>((done, message) => {
    const last = done.at(-1);
    if (last?.role !== 'user' || message.role !== 'user') return [...done, message];
    return [...done.slice(0, -1), { role: 'user', content: [...last.content, ...message.content] }];
  }, []);
}
