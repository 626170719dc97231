/**
 * A model that calls tools, played by a script. The one rule: the script sees the request alone, so that a run that is
 * taken up again and asks the same is told the same; and what it must know of a request is read out here.
 */
import type { ServedCall } from './model-server-calls.ts';
import { reply, type ReplyOptions } from './model-server-replies.ts';
import type { Behaviour, Exchange } from './model-server.ts';

export interface AgentTurn {
  readonly text?: string;
  readonly calls?: readonly ServedCall[];
}

/** A pure function of the request's body. */
export type AgentScript = (exchange: Exchange) => AgentTurn;

/** Said in place of calls where no tools are offered, as of why a call failed: nothing at all would be asked for again and again. */
const NO_TOOLS = 'Try it another way.';

/** Replies as the script says; how the reply travels, and what befalls it, is in the options. */
export function agentReply(script: AgentScript, options: Omit<ReplyOptions, 'text' | 'calls'> = {}): Behaviour {
  return (exchange, wire) => {
    const { text = '', calls = [] } = script(exchange);
    if (protocolOf(exchange) === 'text' && text === '' && calls.length > 0)
      return reply({ ...options, text: NO_TOOLS })(exchange, wire);
    return reply({ ...options, text, calls })(exchange, wire);
  };
}

/** A call that the request says was made, with its result, if there is one yet. */
export interface PastCall {
  readonly id: string;
  readonly name: string;
  /** As they were sent back, JSON. */
  readonly arguments: string;
  readonly result: string | null;
}

/** The calls made so far, oldest first. */
export function pastCalls(exchange: Exchange): readonly PastCall[] {
  const messages = messagesOf(exchange);
  const results = new Map(
    messages.flatMap(({ role, tool_call_id: id, content }) =>
      role === 'tool' && id !== undefined ? [[id, textOf(content)] as const] : [],
    ),
  );
  return messages.flatMap(({ tool_calls: calls = [] }) =>
    calls.map(({ id, function: { name, arguments: json } }) => ({
      id,
      name,
      arguments: json,
      result: results.get(id) ?? null,
    })),
  );
}

/** What tools returned so far, oldest first. */
export function toolResults(exchange: Exchange): readonly string[] {
  return messagesOf(exchange).flatMap(({ role, content }) => (role === 'tool' ? [textOf(content)] : []));
}

/** '' when there is none. */
export function lastToolResult(exchange: Exchange): string {
  return toolResults(exchange).at(-1) ?? '';
}

/** How the request has tools called. */
export function protocolOf({ body }: Exchange): 'native' | 'json' | 'text' {
  const { tools, response_format: format } = (body ?? {}) as { tools?: unknown; response_format?: unknown };
  return tools !== undefined ? 'native' : format !== undefined ? 'json' : 'text';
}

/** The reply as a model speaks that is asked in that way: its calls on the wire, in its one object, or between tags. */
export function inProtocol(turn: AgentTurn, exchange: Exchange): AgentTurn {
  const { text = '', calls = [] } = turn;
  const protocol = protocolOf(exchange);
  const [first] = calls;
  if (protocol === 'native') return turn;
  if (protocol === 'json' && !first) return { text: JSON.stringify({ answer: text }) };
  const written = calls.map(({ name, arguments: given }) => {
    const { reasoning, ...args } = (typeof given === 'string' ? JSON.parse(given) : given) as { reasoning?: string };
    return protocol === 'json'
      ? JSON.stringify({ reasoning, tool: name, arguments: args })
      : `<tool_call>${JSON.stringify({ name, reasoning, arguments: args })}</tool_call>`;
  });
  return { text: protocol === 'json' ? String(written[0]) : [text, ...written].join('\n') };
}

/** What tools returned so far, oldest first, in whichever protocol the request is. */
export function toldResults(exchange: Exchange): readonly string[] {
  if (protocolOf(exchange) === 'native') return toolResults(exchange);
  return messagesOf(exchange).flatMap(({ role, content }) =>
    role === 'user'
      ? Array.from(textOf(content).matchAll(/<tool_result[^>]*>\s([\s\S]*?)\s<\/tool_result>/g), ([, said]) =>
          String(said),
        )
      : [],
  );
}

/** All that the messages of the request say. */
export function promptText(exchange: Exchange): string {
  return messagesOf(exchange)
    .map(({ content, tool_calls: calls = [] }) =>
      [textOf(content), ...calls.map((call) => call.function.arguments)].join('\n'),
    )
    .join('\n');
}

/** Names of the tools that the request offers. */
export function offeredTools({ body }: Exchange): readonly string[] {
  const { tools = [] } = (body ?? {}) as { tools?: readonly { function: { name: string } }[] };
  return tools.map((tool) => tool.function.name);
}

/** What the user said: the texts of the user messages, oldest first, without documents and what the program says. */
export function userTexts(exchange: Exchange): readonly string[] {
  return messagesOf(exchange).flatMap(({ role, content }) => {
    const said =
      role === 'user' ? withoutDocuments(textOf(content)).replace(/<grounding>[\s\S]*<\/grounding>/, '') : '';
    return said.trim() === '' ? [] : [said.trim()];
  });
}

/** The first of them: a run begins with its goal. */
export function goalOf(exchange: Exchange): string {
  return userTexts(exchange)[0] ?? '';
}

/** The system prompt. */
export function systemOf(exchange: Exchange): string {
  return textOf(messagesOf(exchange).find(({ role }) => role === 'system')?.content);
}

interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
}

function messagesOf({ body }: Exchange): readonly WireMessage[] {
  return ((body ?? {}) as { messages?: readonly WireMessage[] }).messages ?? [];
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : '';
}

function withoutDocuments(text: string): string {
  return text.replace(/<document[^>]*>\n[\s\S]*?\n<\/document>/g, '').trim();
}
