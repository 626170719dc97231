/** Prompts of an MCP server. They are described as its tools are: each argument is a text. */
import { ProtocolError, SdkError, SdkErrorCode, type Client } from '@modelcontextprotocol/client';
import { MAX_TOOL_DESCRIPTION } from '../agent/frames/server-tool.ts';
import { stringifyCanonical } from '../base/canonical.ts';
import { sha256 } from '../base/hash.ts';
import {
  MAX_LISTED_PROMPTS,
  MAX_PROMPT_ARGUMENTS,
  MAX_RESULT,
  MAX_TOOL_NAME,
  type ListedTool,
  type PromptMessage,
  type ResultEvent,
} from '../protocol/offscreen/tool-server.ts';
import type { ConnectionOptions } from './connection.ts';
import { ToolServerError } from './faults.ts';

type RawPrompt = Awaited<ReturnType<Client['listPrompts']>>['prompts'][number];
type RawMessage = Awaited<ReturnType<Client['getPrompt']>>['messages'][number];

/** With connecting and the list of tools, below what the worker waits for a list. */
const LIST_MS = 8000;
const GET_MS = 40_000;
const MAX_ARGUMENT_WORDS = 500;

/** Empty if the server refuses to list them, or takes too long: its tools are of use without. */
export async function listPrompts(client: Client, signal: AbortSignal): Promise<readonly ListedTool[]> {
  if (client.getServerCapabilities()?.prompts === undefined) return [];
  try {
    return await Promise.all((await fetchPrompts(client, signal)).map(describePrompt));
  } catch (thrown) {
    const isLate = thrown instanceof SdkError && thrown.code === SdkErrorCode.RequestTimeout;
    if (isLate || thrown instanceof ProtocolError) return [];
    throw thrown;
  }
}

/** Throws a `ToolServerError` if the prompt is not what was pinned. Messages that are no text are left out. */
export async function getPrompt(
  client: Client,
  { name, pin, values }: Pick<PromptMessage, 'name' | 'pin' | 'values'>,
  { signal }: Pick<ConnectionOptions, 'signal'>,
): Promise<ResultEvent> {
  const prompt = (await fetchPrompts(client, signal)).find((each) => each.name === name);
  if (!prompt) throw new ToolServerError('gone', name);
  if ((await computePin(prompt)) !== pin) throw new ToolServerError('changed', name);
  const args = Object.fromEntries(values.map((each) => [each.name, each.value]));
  const { messages } = await client.getPrompt({ name, arguments: args }, { signal, timeout: GET_MS });
  const texts = messages.flatMap(({ role, content }) =>
    content.type === 'text' ? [{ role, text: content.text }] : [],
  );
  const text = renderMessages(texts);
  return {
    type: 'done',
    failed: false,
    text: text.slice(0, MAX_RESULT),
    structured: '',
    cut: text.length > MAX_RESULT,
    leftOut: messages.length - texts.length,
    declined: 0,
  };
}

async function fetchPrompts(client: Client, signal: AbortSignal): Promise<readonly RawPrompt[]> {
  const { prompts } = await client.listPrompts(undefined, { signal, timeout: LIST_MS });
  const usable = prompts.filter(({ name }) => name !== '' && name.length <= MAX_TOOL_NAME);
  return usable
    .filter(({ name }, at) => usable.findIndex((prompt) => prompt.name === name) === at)
    .slice(0, MAX_LISTED_PROMPTS);
}

/** Without a schema if it has more arguments, or other names, than can be asked for. */
async function describePrompt(prompt: RawPrompt): Promise<ListedTool> {
  const { name, description = '', arguments: args = [] } = prompt;
  const isUsable =
    args.length <= MAX_PROMPT_ARGUMENTS &&
    args.every((each) => !['', '__proto__'].includes(each.name) && each.name.length <= MAX_TOOL_NAME);
  const properties = Object.fromEntries(
    args.map((each) => [
      each.name,
      { type: 'string', description: (each.description ?? '').slice(0, MAX_ARGUMENT_WORDS) },
    ]),
  );
  const required = args.flatMap((each) => (each.required === true ? [each.name] : []));
  return {
    name,
    description: description.slice(0, MAX_TOOL_DESCRIPTION),
    inputSchema: isUsable ? { type: 'object', properties, required } : null,
    pin: await computePin(prompt),
    claims: [],
  };
}

const computePin = ({ name, description = '', arguments: args = [] }: RawPrompt): Promise<string> =>
  sha256(stringifyCanonical({ name, description, arguments: args }));

/** Of several messages, each says whose it is to be. */
const renderMessages = (messages: readonly { readonly role: RawMessage['role']; readonly text: string }[]): string =>
  messages.length === 1
    ? (messages[0]?.text ?? '')
    : messages.map(({ role, text }) => `${role === 'user' ? 'User' : 'Assistant'}: ${text}`).join('\n\n');
