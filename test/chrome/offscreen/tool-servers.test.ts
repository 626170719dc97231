/** Calls of a worker through a real hidden document to a real server: the token, its faults in words, and what is told at the end. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createToolServers } from '../../../src/chrome/offscreen/tool-servers.ts';
import { loadChallenge } from '../../../src/chrome/offscreen/challenges.ts';
import type { JsonSchema } from '../../../src/lib/base/json.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { installLocal } from '../../kit/storage/local-area.ts';
import { ADD, startToolServer, type ToolServer } from '../../kit/servers/mcp-server.ts';
import { offscreenWorld } from '../../kit/protocol/offscreen-world.ts';
import { eventually } from '../../kit/base/eventually.ts';

const SECRET = 'mcp-0123456789abcdef';
let server: ToolServer;
let reachable = true;
beforeAll(async () => void (server = await startToolServer(ADD)));
afterAll(() => server.close());
beforeEach(() => {
  server.offer(ADD);
  server.answer(null);
  reachable = true;
  installLocal();
  const { storage } = globalThis.chrome;
  Object.assign(globalThis.chrome, {
    storage: { ...storage, session: storage.local },
    permissions: { contains: () => Promise.resolve(reachable) },
  });
});

function start() {
  const world = offscreenWorld(null);
  let released = 0;
  const access = { mark: '', secret: SECRET, release: () => (released += 1) };
  const servers = createToolServers(world.offscreen, () => Promise.resolve(access));
  return { servers, released: () => released };
}

const signal = (): AbortSignal => new AbortController().signal;

async function callAdd(args = { a: 2, b: 40 }) {
  const { servers } = start();
  const [tool] = (await servers.list(server.url, 'saved', signal())).tools;
  const pinned = { ...ADD, server: 's', address: server.url, pin: tool?.pin ?? '', repeatable: false, isPublic: false };
  const { description = '' } = pinned;
  const inputSchema = ADD.inputSchema as JsonSchema;
  const attempt = { id: crypto.randomUUID(), answer: null };
  const result = await servers.call({ ...pinned, description, inputSchema }, args, attempt, () => undefined, signal());
  if ('question' in result) throw new Error('It asked.');
  return result;
}

it('the token stays until the server was told of the end', async () => {
  const { servers, released } = start();
  await servers.list(server.url, 'saved', signal());
  expect(released()).toBe(0);
  await eventually(() => expect(released()).toBe(1));
});

it('lists and calls, with the structure as JSON', async () => {
  expect(await callAdd()).toEqual({
    failed: false,
    text: 'The sum is 42.',
    structured: { sum: 42 },
    cut: false,
    leftOut: 0,
    declined: 0,
  });
});

it('a token that a server repeats comes back without it', async () => {
  server.offer({
    ...ADD,
    outputSchema: undefined,
    run: () => ({ content: [{ type: 'text', text: `It is ${SECRET}.` }] }),
  });
  expect((await callAdd()).text).toBe('It is [key].');
});

it('nothing is sent to a server that may not be reached', async () => {
  reachable = false;
  const had = server.tokens.length;
  const listing = start().servers.list(server.url, 'saved', signal());
  await expect(listing).rejects.toMatchObject({ error: { code: 'tool-server.no-access' } });
  expect(server.tokens).toHaveLength(had);
});

it('a refusal is said in words, and what it wants is kept for a sign-in', async () => {
  const challenge = 'Bearer error="insufficient_scope", scope="sums"';
  server.answer((_, response) => response.writeHead(403, { 'www-authenticate': challenge }).end());
  const listing = start().servers.list(server.url, 'saved', signal());
  await expect(listing).rejects.toMatchObject({ error: { code: 'tool-server.scope' } });
  expect(await loadChallenge(server.url)).toEqual({ metadata: '', scope: 'sums', isScopeShort: true });
});

it('a stop ends it at once', async () => {
  const stop = new AbortController();
  server.answer(() => stop.abort(new Error('stopped')));
  await expect(start().servers.list(server.url, 'saved', stop.signal)).rejects.toThrow(UserFacingError);
});
