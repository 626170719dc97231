/** A real MCP server over HTTP, of the official SDK, whose tools and manners a test changes while it runs. */
import '../../../src/lib/models/providers/no-eval.ts'; // both ends share the library that builds schemas
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  inputRequired,
  McpServer,
  type CallToolResult,
  type GetPromptResult,
  type InputRequiredResult,
  type Prompt,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
  type Tool,
} from '@modelcontextprotocol/server';

export interface ServedTool extends Tool {
  readonly run: (
    args: Readonly<Record<string, unknown>>,
    call: RunningCall,
  ) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;
}

export interface ServedPrompt extends Prompt {
  readonly get: (values: Readonly<Record<string, string>>) => GetPromptResult['messages'];
}

export interface ServedResources {
  readonly list: readonly Resource[];
  /** Absent: it has no such thing. */
  readonly templates?: readonly ResourceTemplateType[];
  readonly read: (uri: string) => ReadResourceResult['contents'] | Promise<ReadResourceResult['contents']>;
}

interface RunningCall {
  readonly signal: AbortSignal;
  readonly reportProgress: (progress: number, total: number) => Promise<void>;
  /** Of the user, by the names of the questions; empty in the first round. */
  readonly answers: Readonly<Record<string, unknown>>;
}

interface ReceivedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ToolServer {
  readonly url: string;
  readonly calls: readonly ReceivedCall[];
  /** Authorization headers, in order. */
  readonly tokens: readonly string[];
  /** Prompts that were got, with what was sent. */
  readonly got: readonly ReceivedCall[];
  /** Addresses of resources that were read. */
  readonly reads: readonly string[];
  offer(...tools: readonly ServedTool[]): void;
  /** None: the server says that it has no such thing. */
  offerPrompts(...prompts: readonly ServedPrompt[]): void;
  /** Null: the server says that it has no such thing. */
  offerResources(resources: ServedResources | null): void;
  /** Answers instead of the server, unless it returns false; null: the server does. */
  answer(by: ((request: IncomingMessage, response: ServerResponse) => unknown) | null): void;
  close(): Promise<void>;
}

export async function startToolServer(...first: readonly ServedTool[]): Promise<ToolServer> {
  let tools = first;
  let prompts: readonly ServedPrompt[] = [];
  let resources: ServedResources | null = null;
  const got: ReceivedCall[] = [];
  const reads: string[] = [];
  let answerInstead: Parameters<ToolServer['answer']>[0] = null;
  const calls: ReceivedCall[] = [];
  const tokens: string[] = [];
  const handler = createMcpHandler(() => {
    // the one above it checks schemas, so it could not lie
    const capabilities = {
      tools: {},
      ...(prompts.length > 0 && { prompts: {} }),
      ...(resources && { resources: {} }),
    };
    const { server } = new McpServer({ name: 'Sums', version: '1.2.3' }, { capabilities });
    if (prompts.length > 0) {
      server.setRequestHandler('prompts/list', () => ({
        prompts: prompts.map((prompt) => ({ ...prompt, get: undefined })),
      }));
      server.setRequestHandler('prompts/get', ({ params }) => {
        const args = params.arguments ?? {};
        got.push({ name: params.name, args });
        const prompt = prompts.find(({ name }) => name === params.name);
        if (!prompt) throw new Error(`There is no prompt ${params.name}.`);
        return { messages: prompt.get(args) };
      });
    }
    if (resources) serveResources(server, resources, reads);
    server.setRequestHandler('tools/list', () => ({ tools: tools.map((tool) => ({ ...tool, run: undefined })) }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const args = params.arguments ?? {};
      calls.push({ name: params.name, args });
      const tool = tools.find(({ name }) => name === params.name);
      if (!tool) throw new Error(`There is no tool ${params.name}.`);
      const progressToken = params._meta?.progressToken;
      return tool.run(args, {
        signal: mcpReq.signal,
        answers: mcpReq.inputResponses ?? {},
        reportProgress: async (progress, total) => {
          if (progressToken !== undefined)
            await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total } });
        },
      });
    });
    return server;
  });
  const http = createServer((request, response) => {
    tokens.push(request.headers.authorization ?? '');
    if (answerInstead === null || answerInstead(request, response) === false)
      void serve(request, response, handler.fetch);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/mcp`,
    calls,
    tokens,
    got,
    reads,
    offerResources: (offered) => void (resources = offered),
    offerPrompts: (...offered) => void (prompts = offered),
    offer: (...offered) => void (tools = offered),
    answer: (by) => void (answerInstead = by),
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await handler.close();
    },
  };
}

/** In pages of two. */
const PAGE = 2;

function serveResources(
  server: McpServer['server'],
  { list, templates, read }: ServedResources,
  reads: string[],
): void {
  server.setRequestHandler('resources/list', ({ params }) => {
    const start = Number(params?.cursor ?? 0);
    const next = start + PAGE < list.length ? { nextCursor: String(start + PAGE) } : {};
    return { resources: list.slice(start, start + PAGE), ...next };
  });
  if (templates) server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...templates] }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    reads.push(params.uri);
    return { contents: await read(params.uri) };
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const method = request.method ?? 'GET';
  const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {};
  const answer = await handle(
    new Request(`http://${request.headers.host ?? ''}${request.url ?? ''}`, {
      method,
      headers,
      signal: gone.signal,
      ...body,
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) for await (const chunk of answer.body) response.write(chunk);
  response.end();
}

/** Adds two numbers, and says so in structure. */
export const ADD: ServedTool = {
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  annotations: { readOnlyHint: true },
  run: ({ a, b }) => {
    const sum = Number(a) + Number(b);
    return { content: [{ type: 'text', text: `The sum is ${String(sum)}.` }], structuredContent: { sum } };
  },
};

export type FormSchema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];

/** Asks the user once, and returns what they said as JSON. */
export const createAskingTool = (message: string, requestedSchema: FormSchema): ServedTool => ({
  ...ADD,
  outputSchema: undefined,
  run: (_, { answers }) =>
    answers['who'] === undefined
      ? inputRequired({ inputRequests: { who: inputRequired.elicit({ message, requestedSchema }) } })
      : { content: [{ type: 'text', text: `The person said ${JSON.stringify(answers['who'])}.` }] },
});

/** Holds a text that is made of its argument. */
export const REVIEW: ServedPrompt = {
  name: 'review',
  description: 'Reviews a subject.',
  arguments: [
    { name: 'subject', description: 'What it is about.', required: true },
    { name: 'tone', description: 'How it sounds.' },
  ],
  get: ({ subject = '' }) => [{ role: 'user', content: { type: 'text', text: `Review ${subject} in two sentences.` } }],
};

export type SamplingParams = Parameters<typeof inputRequired.createMessage>[0];

/** Asks the model once, and returns what it said as JSON. */
export const createSamplingTool = (params: SamplingParams): ServedTool => ({
  ...ADD,
  outputSchema: undefined,
  run: (_, { answers }) =>
    answers['model'] === undefined
      ? inputRequired({ inputRequests: { model: inputRequired.createMessage(params) } })
      : { content: [{ type: 'text', text: `The model said ${JSON.stringify(answers['model'])}.` }] },
});
/** A text, a document and a note for each day. */
export const NOTES: ServedResources = {
  list: [
    {
      uri: 'notes:///tides',
      name: 'tides',
      title: 'Tides',
      description: 'What the moon does.',
      mimeType: 'text/markdown',
    },
    { uri: 'notes:///paper.pdf', name: 'paper.pdf', mimeType: 'application/pdf' },
    { uri: 'notes:///song', name: 'song', mimeType: 'audio/mpeg' },
  ],
  templates: [{ uriTemplate: 'notes:///day/{day}{?lang}', name: 'A day', mimeType: 'text/plain' }],
  read: (uri) => [{ uri, mimeType: 'text/markdown', text: `# Note\n\nThe tide turns at noon. This is ${uri}.` }],
};
