/** Tools of an MCP server: their list, and one call. What it says is bounded here and trusted nowhere. */
import type { Client } from '@modelcontextprotocol/client';
import { cleanLine } from '../base/one-line.ts';
import {
  MAX_LISTED_TOOLS,
  MAX_RESULT,
  type CallToolMessage,
  type ListedTool,
  type ResultEvent,
  type ToolServerEnd,
  type ToolServerEvent,
} from '../protocol/offscreen/tool-server.ts';
import { computeToolPin, describeTool } from '../protocol/describe-tool.ts';
import type { PromptMessage, ResourceMessage } from '../protocol/offscreen/server-texts.ts';
import { MAX_TOOL_NAME } from '../protocol/offscreen/tool-server-parts.ts';
import { narrowSchema } from '../schema/narrow-schema.ts';
import { validate } from '../schema/validate.ts';
import { createWireRecord, withConnection, type ConnectionOptions, type WireRecord } from './connection.ts';
import { createQuestions, type AskUser } from './questions.ts';
import { ToolServerError, toFaultEvent } from './faults.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, readResource } from './resources.ts';
import { encodeBase64 } from '../base/base64.ts';
import { isRecord } from '../base/loose.ts';

type RawTool = Awaited<ReturnType<Client['listTools']>>['tools'][number];
type RawResult = Awaited<ReturnType<Client['callTool']>>;

/** Longest call, with the time that the user takes for answers. The signal ends it sooner. */
const MAX_CALL_MS = 3_600_000;
const LIST_MS = 20_000;
/** Longest address of a link, in characters. */
const MAX_LINK = 500;
/** A share of the whole; smaller steps are not told. */
const MIN_PROGRESS = 0.01;
/** Never rejects. */
export const listTools = (options: ConnectionOptions): Promise<ToolServerEnd> =>
  answer(options, async (client) => {
    const tools = await fetchTools(client, options.signal);
    const prompts = await listPrompts(client, options.signal);
    const { name = '', version = '' } = client.getServerVersion() ?? {};
    return {
      type: 'tools',
      title: cleanLine(name, 200),
      version: cleanLine(version, 200),
      tools: await Promise.all(tools.map(listTool)),
      prompts,
    };
  });

/** Fetches a prompt or a resource. Never rejects. */
export const fetchText = (
  message: Omit<PromptMessage, 'address' | 'mark'> | Omit<ResourceMessage, 'address' | 'mark'>,
  options: ConnectionOptions,
): Promise<ToolServerEnd> =>
  answer(options, (client) =>
    message.type === 'prompt' ? getPrompt(client, message, options) : readResource(client, message, options),
  );

/** Never rejects. */
export const fetchResources = (options: ConnectionOptions): Promise<ToolServerEnd> =>
  answer(options, async (client) => ({ type: 'resources', resources: await listResources(client, options.signal) }));

/** Never rejects. The tool is called only if it still is what was pinned. */
export const callTool = (
  { name, pin, args }: Pick<CallToolMessage, 'name' | 'pin' | 'args'>,
  options: ConnectionOptions,
  onProgress: (event: ToolServerEvent) => void,
  askUser: AskUser | null = null,
): Promise<ToolServerEnd> => {
  const questions = askUser && createQuestions(askUser);
  return answer({ ...options, ...(questions && { questions }) }, async (client, wire) => {
    const tool = (await fetchTools(client, options.signal)).find((each) => each.name === name);
    if (!tool) throw new ToolServerError('gone', name);
    if ((await computeToolPin(tool)) !== pin) throw new ToolServerError('changed', name);
    let shown = 0;
    wire.isCalled = true;
    const result = await client.callTool(
      { name, arguments: { ...args } },
      {
        signal: options.signal,
        timeout: MAX_CALL_MS,
        headers: createParamHeaders(client, tool.inputSchema, args),
        onprogress({ progress, total = 0 }) {
          const share = total > 0 ? Math.min(1, progress / total) : 0;
          if (share < shown + MIN_PROGRESS) return;
          shown = share;
          onProgress({ type: 'progress', share });
        },
      },
    );
    return toResultEvent(result, tool, questions?.countDeclined() ?? 0);
  });
};

async function answer(
  options: ConnectionOptions,
  work: (client: Client, wire: WireRecord) => Promise<ToolServerEnd>,
): Promise<ToolServerEnd> {
  const wire = createWireRecord();
  try {
    return await withConnection(options, wire, (client) => work(client, wire));
  } catch (thrown) {
    return toFaultEvent(thrown, wire);
  }
}

async function fetchTools(client: Client, signal: AbortSignal): Promise<readonly RawTool[]> {
  const { tools } = await client.listTools(undefined, { signal, timeout: LIST_MS });
  const usable = tools.filter(({ name }) => name !== '' && name.length <= MAX_TOOL_NAME);
  return usable
    .filter(({ name }, at) => usable.findIndex((tool) => tool.name === name) === at)
    .slice(0, MAX_LISTED_TOOLS);
}

async function listTool(tool: RawTool): Promise<ListedTool> {
  const { annotations = {} } = tool;
  return {
    ...(await describeTool(tool)),
    claims: [
      ...(annotations.readOnlyHint === true ? (['read-only'] as const) : []),
      ...(annotations.destructiveHint === true ? (['destructive'] as const) : []),
      ...(annotations.idempotentHint === true ? (['idempotent'] as const) : []),
      ...(annotations.openWorldHint === true ? (['open-world'] as const) : []),
    ],
  };
}

function toResultEvent(result: RawResult, { outputSchema }: RawTool, declined: number): ResultEvent {
  const { content, structuredContent, isError: failed = false } = result;
  const texts = content.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    if (block.type === 'resource' && 'text' in block.resource) return [block.resource.text];
    if (block.type === 'resource_link')
      return [`${cleanLine(block.title ?? block.name)}: ${cleanLine(block.uri, MAX_LINK)}`];
    return [];
  });
  const text = texts.join('\n\n');
  const structured = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  if (!failed && outputSchema !== undefined && structured.length <= MAX_RESULT)
    checkStructure(structuredContent, outputSchema);
  return {
    type: 'done',
    failed,
    text: text.slice(0, MAX_RESULT),
    // cut, it would be no JSON
    structured: structured.length > MAX_RESULT ? '' : structured,
    cut: text.length > MAX_RESULT || structured.length > MAX_RESULT,
    leftOut: content.length - texts.length,
    declined,
  };
}

function checkStructure(value: unknown, outputSchema: object): void {
  if (value === undefined) throw new ToolServerError('bad-result', 'There is no structured content.');
  const schema = narrowSchema(outputSchema);
  const checked = schema === null ? null : validate(schema, value, 'result');
  if (checked?.ok === false) throw new ToolServerError('bad-result', checked.message);
}

const PREFIX = 'Mcp-Param-';
const SAFE_VALUE = /^(?:[!-~](?:[ -~\t]*[!-~])?)?$/;
const ENCODED = /^=\?base64\?.*\?=$/;

/**
 * Arguments that a tool wants as headers, too (SEP-2243, from 2026-07-28 on). The library leaves them out in documents, whose requests
 * a server's CORS rules would refuse; those of an extension are not subject to them. It has left out tools whose declarations are wrong.
 */
export function createParamHeaders(
  client: Pick<Client, 'getProtocolEra'>,
  inputSchema: unknown,
  args: unknown,
): Readonly<Record<string, string>> {
  return client.getProtocolEra() === 'modern' ? Object.fromEntries(collect(inputSchema, args)) : {};
}

function* collect(schema: unknown, value: unknown): Generator<[name: string, value: string]> {
  if (!isRecord(schema)) return;
  const { properties, 'x-mcp-header': name } = schema;
  if (typeof name === 'string' && ['string', 'boolean', 'number'].includes(typeof value))
    yield [`${PREFIX}${name}`, encode(String(value))];
  if (!isRecord(properties) || !isRecord(value)) return;
  for (const [key, property] of Object.entries(properties))
    if (Object.hasOwn(value, key)) yield* collect(property, value[key]);
}

/** What no header can hold, or what looks encoded already, is encoded. */
function encode(value: string): string {
  if (SAFE_VALUE.test(value) && !ENCODED.test(value)) return value;
  return `=?base64?${encodeBase64(new TextEncoder().encode(value))}?=`;
}
