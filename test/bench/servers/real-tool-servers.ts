/**
 * Tool servers as their makers publish them, used by runs in a real browser: each tool is called with a yes, its questions are
 * answered, and what the model was told is compared. Those that speak over their input and output are put behind HTTP.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Figure } from '../figure.ts';
import { isListed, startServedToolBench, switchOnTools, type WantedCall } from './served-tools.ts';

const SERVERS = fileURLToPath(new URL('../node_modules/@modelcontextprotocol/', import.meta.url));
const getScript = (server: string): string => join(SERVERS, server, 'dist/index.js');
const LISTENING = /listening on port/i;

interface Use extends WantedCall {
  /** What the model is told of it. */
  readonly expected: RegExp;
}

interface RunningServer {
  readonly address: string;
  readonly close: () => Promise<void>;
}

interface RealServer {
  readonly name: string;
  readonly start: () => Promise<RunningServer>;
  readonly uses: readonly Use[];
}

const EVERYTHING: RealServer = {
  name: 'server-everything',
  start: startEverything,
  uses: [
    { name: 'echo', arguments: { message: 'grüß dich' }, expected: /Echo: grüß dich/ },
    { name: 'get-sum', arguments: { a: 2, b: 40 }, expected: /\b42\b/ },
    { name: 'get-structured-content', arguments: { location: 'Chicago' }, expected: /"humidity":\s*82/ },
    { name: 'trigger-long-running-operation', arguments: { duration: 2, steps: 4 }, expected: /completed.*Steps: 4/ },
    { name: 'get-annotated-message', arguments: { messageType: 'error' }, expected: /Error/ },
    { name: 'get-resource-links', arguments: { count: 3 }, expected: /demo:\/\/resource/ },
    { name: 'get-resource-reference', arguments: { resourceType: 'Text', resourceId: 1 }, expected: /Resource 1/ },
    { name: 'get-tiny-image', arguments: {}, expected: /left out/ },
    {
      name: 'trigger-elicitation-request',
      arguments: {},
      entered: { String: 'Ada Lovelace' },
      expected: /Ada Lovelace/,
    },
    { name: 'trigger-sampling-request', arguments: { prompt: 'Say hello.', maxTokens: 50 }, expected: /LLM sampling/ },
  ],
};

const NOTES = [
  { name: 'Averholm', entityType: 'town', observations: ['It has a guildhall.'] },
  { name: 'Ines', entityType: 'person', observations: ['She winds the clock.'] },
];

const MEMORY: RealServer = {
  name: 'server-memory',
  start: () =>
    withFolder((folder) => startBridge('server-memory', [], { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') })),
  uses: [
    { name: 'create_entities', arguments: { entities: NOTES }, expected: /Averholm/ },
    {
      name: 'create_relations',
      arguments: { relations: [{ from: 'Ines', to: 'Averholm', relationType: 'lives in' }] },
      expected: /lives in/,
    },
    { name: 'search_nodes', arguments: { query: 'clock' }, expected: /She winds the clock/ },
    { name: 'read_graph', arguments: {}, expected: /guildhall[^]*lives in/ },
  ],
};

const FILES: RealServer = {
  name: 'server-filesystem',
  start: () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'tides.txt'), 'The tide turns twice a day.');
      return startBridge('server-filesystem', [folder], {}, folder);
    }),
  uses: [
    { name: 'list_directory', arguments: { path: '.' }, expected: /\[FILE\] tides\.txt/ },
    { name: 'read_text_file', arguments: { path: 'tides.txt' }, expected: /twice a day/ },
    { name: 'write_file', arguments: { path: 'new.txt', content: 'Written.' }, expected: /Successfully wrote/ },
    { name: 'get_file_info', arguments: { path: 'new.txt' }, expected: /size: 8/ },
    { name: 'read_text_file', arguments: { path: '/etc/hostname' }, expected: /Access denied/ },
  ],
};

export async function realToolServersBench(): Promise<Figure[]> {
  const bench = await startServedToolBench();
  const figures: Figure[] = [];
  try {
    for (const { name, start, uses } of [EVERYTHING, MEMORY, FILES]) {
      const server = await start();
      let passed = 0;
      try {
        await bench.withServer(server.address, async (settings) => {
          if (!(await isListed(settings))) throw new Error(`${name} lists nothing.`);
          await switchOnTools(settings);
          for (const use of uses) {
            const told = (await bench.callTools([use], true)).join('\n');
            const isRight = use.expected.test(told);
            passed += Number(isRight);
            console.log(
              `${isRight ? 'passed' : 'FAILED'}  ${name}  ${use.name}${isRight ? '' : `  ${told.slice(0, 600)}`}`,
            );
          }
        });
      } finally {
        await server.close();
      }
      figures.push({
        name: `tools of ${name} used`,
        value: passed,
        unit: '',
        against: { name: 'of', value: uses.length },
      });
    }
    return figures;
  } finally {
    await bench.close();
  }
}

async function startEverything(): Promise<RunningServer> {
  const port = await findPort();
  const child = spawn(process.execPath, [getScript('server-everything'), 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`server-everything ended with ${String(code)}.`)));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (said: string) => LISTENING.test(said) && resolve());
  });
  return { address: `http://localhost:${String(port)}/mcp`, close: () => Promise.resolve(void child.kill()) };
}

/** A process of the server for each session. */
async function startBridge(
  server: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = SERVERS,
): Promise<RunningServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const http = createServer((request, response) => {
    void (async () => {
      const id = request.headers['mcp-session-id'];
      const known = typeof id === 'string' ? sessions.get(id) : undefined;
      await (known ?? (await openSession())).handleRequest(request, response);
    })();
  });
  const openSession = async (): Promise<StreamableHTTPServerTransport> => {
    const front = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, front),
    });
    const back = new StdioClientTransport({
      command: process.execPath,
      args: [getScript(server), ...args],
      env: { ...env, PATH: process.env['PATH'] ?? '' },
      cwd,
    });
    front.onmessage = (message) => void back.send(message);
    back.onmessage = (message) => void front.send(message);
    front.onclose = () => void back.close();
    await Promise.all([back.start(), front.start()]);
    return front;
  };
  await new Promise<void>((resolve) => http.listen(0, 'localhost', resolve));
  return {
    address: `http://localhost:${String((http.address() as AddressInfo).port)}/mcp`,
    async close() {
      await Promise.all([...sessions.values()].map((front) => front.close()));
      http.closeAllConnections();
      http.close();
    },
  };
}

/** It goes with the server. */
async function withFolder(start: (folder: string) => Promise<RunningServer>): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kl-served-'));
  const server = await start(folder);
  return {
    ...server,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
