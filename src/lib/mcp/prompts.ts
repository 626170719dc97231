/** Prompts of an MCP server. They are described as its tools are: each argument is a text. */
import type { Client } from '@modelcontextprotocol/client';
import { MAX_TOOL_DESCRIPTION } from '../agent/frames/server-tool.ts';
import { stringifyCanonical } from '../base/json.ts';
import { sha256 } from '../base/hash.ts';
import type { PromptMessage, TextEvent } from '../protocol/offscreen/server-texts.ts';
import { MAX_LISTED_PROMPTS, MAX_RESULT, type ListedTool } from '../protocol/offscreen/tool-server.ts';
import { MAX_TOOL_NAME } from '../protocol/offscreen/tool-server-parts.ts';
import type { ConnectionOptions } from './connection.ts';
import { isRefusedOrLate, ToolServerError } from './faults.ts';
import { describeArguments } from './text-arguments.ts';

type RawPrompt = Awaited<ReturnType<Client['listPrompts']>>['prompts'][number];
type RawMessage = Awaited<ReturnType<Client['getPrompt']>>['messages'][number];

/** Longest wait, with connecting and the list of tools: below what the worker waits for a list. */
const LIST_MS = 8000;
const GET_MS = 40_000;

/** Empty if the server refuses to list them, or takes too long: its tools are of use without. */
export async function listPrompts(client: Client, signal: AbortSignal): Promise<readonly ListedTool[]> {
  if (client.getServerCapabilities()?.prompts === undefined) return [];
  try {
    return await Promise.all((await fetchPrompts(client, signal)).map(describePrompt));
  } catch (thrown) {
    if (isRefusedOrLate(thrown)) return [];
    throw thrown;
  }
}

/** Throws a `ToolServerError` if the prompt is not what was pinned. Messages that are no text are left out. */
export async function getPrompt(
  client: Client,
  { name, pin, values }: Pick<PromptMessage, 'name' | 'pin' | 'values'>,
  { signal }: Pick<ConnectionOptions, 'signal'>,
): Promise<TextEvent> {
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
    type: 'text',
    text: text.slice(0, MAX_RESULT),
    bytes: '',
    mediaType: 'text/plain',
    cut: text.length > MAX_RESULT,
    leftOut: messages.length - texts.length,
  };
}

async function fetchPrompts(client: Client, signal: AbortSignal): Promise<readonly RawPrompt[]> {
  const { prompts } = await client.listPrompts(undefined, { signal, timeout: LIST_MS });
  const usable = prompts.filter(({ name }) => name !== '' && name.length <= MAX_TOOL_NAME);
  return usable
    .filter(({ name }, at) => usable.findIndex((prompt) => prompt.name === name) === at)
    .slice(0, MAX_LISTED_PROMPTS);
}

async function describePrompt(prompt: RawPrompt): Promise<ListedTool> {
  const { name, description = '', arguments: args = [] } = prompt;
  return {
    name,
    description: description.slice(0, MAX_TOOL_DESCRIPTION),
    inputSchema: describeArguments(args),
    pin: await computePin(prompt),
    claims: [],
  };
}

const computePin = ({ name, description = '', arguments: args = [] }: RawPrompt): Promise<string> =>
  sha256(stringifyCanonical({ name, description, arguments: args }));

/** If there are several messages, each says whose it is to be. */
const renderMessages = (messages: readonly { readonly role: RawMessage['role']; readonly text: string }[]): string =>
  messages.length === 1
    ? (messages[0]?.text ?? '')
    : messages.map(({ role, text }) => `${role === 'user' ? 'User' : 'Assistant'}: ${text}`).join('\n\n');
