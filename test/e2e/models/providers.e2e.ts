/**
 * A smoke of every wire format from the store build: text, a tool call, an error, a cut. Each server stands behind a proxy
 * that records every byte, and has a canary key of its own: at the end everything that left the browser, and everything it
 * keeps, says or gives away, is searched for the keys.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTurn, reply } from '../../kit/models/model-server-replies.ts';
import { startModelServer, type Exchange, type ModelServer } from '../../kit/models/model-server.ts';
import { protocolOf } from '../../kit/models/model-server-agent.ts';
import { recordingProxy, type RecordingProxy } from '../../kit/web/recording-proxy.ts';
import { startSite, type Site } from '../../kit/pages/site.ts';
import type { HttpProvider } from '../../../src/lib/models/config.ts';
import { chatCompletions } from '../../kit/wire/chat-completions.ts';
import { FORMATS } from '../../kit/wire/formats.ts';
import type { WireFormat } from '../../kit/wire/speech.ts';
import { answered, ask } from '../kit/asking.ts';
import { canary, CANARY, dump, strays } from '../kit/canary.ts';
import { launch, type Harness } from '../kit/harness.ts';
import { button, finished, openWithPanel, summarise, telling, useModel, warns } from '../kit/reader.ts';

interface Behind {
  readonly format: WireFormat;
  readonly server: ModelServer;
  readonly proxy: RecordingProxy;
  readonly key: string;
}

let x: Harness;
let site: Site;
const behind = new Map<string, Behind>();
/** What went between the extension's contexts, and what they logged. */
const messages: string[] = [];
const logs: string[] = [];

beforeAll(async () => {
  [x, site] = await Promise.all([launch(), startSite()]);
  x.context.on('console', (message) => void logs.push(message.text()));
  await x.context.exposeBinding('klHeard', (_source, text: string) => void messages.push(text));
  await x.context.addInitScript(listen);
  for (const format of FORMATS) {
    const server = await startModelServer(undefined, { format });
    const proxy = await recordingProxy(server.origin);
    behind.set(format.protocol.provider, { format, server, proxy, key: canary() });
  }
});
afterAll(async () => {
  const parts = Array.from(behind.values()).flatMap(({ proxy, server }) => [proxy.close(), server.close()]);
  await Promise.all([x.close(), site.close(), ...parts]);
});

const of = ({ protocol }: WireFormat): Behind => {
  const found = behind.get(protocol.provider);
  if (!found) throw new Error(`${protocol.provider} has no server.`);
  return found;
};

/** Chooses that provider's model, at the proxy, with its key. */
async function choose(format: WireFormat): Promise<Behind> {
  const chosen = of(format);
  const { proxy, key } = chosen;
  const { provider } = format.protocol;
  await useModel(x, `${proxy.origin}${format.base}`, { provider, contextTokens: 128_000 }, key);
  return chosen;
}

/** The one header of each, as it stands before the key. */
const HEADERS: Readonly<Record<HttpProvider, string>> = {
  'openai-compatible': 'authorization: Bearer ',
  ollama: 'authorization: Bearer ',
  openai: 'authorization: Bearer ',
  anthropic: 'x-api-key: ',
  google: 'x-goog-api-key: ',
};

const ANSWER = 'Nine painters keep the bridge.';
const QUERY = 'bridge painters';
/** Looks once by itself, then answers. Where no tools are offered it says something too: an empty reply is asked for again. */
const looksOnce = (format: WireFormat) => (exchange: Exchange) => {
  const made = { name: 'find_in_page', arguments: { reasoning: 'To see who paints.', query: QUERY } };
  const isAnswer = protocolOf(exchange) === 'text' || JSON.stringify(exchange.body).includes(QUERY);
  return reply(isAnswer ? { text: ANSWER } : { calls: [made] }, format);
};

describe.each(FORMATS.map((format) => [format.protocol.provider, format] as const))('%s', (_provider, format) => {
  test('text: a summary streams to its end [J8a]', async () => {
    const { server } = await choose(format);
    server.respond(() => undefined);
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await summarise(panel);
    expect(await finished(panel)).toContain('Summary of');
    expect(server.calls.at(-1)?.state).toBe('finished');
    await page.close();
  });

  test('a tool call: the question is looked up, then answered', async () => {
    const { server } = await choose(format);
    server.respond(looksOnce(format));
    const { page, panel } = await openWithPanel(x, site.page('long-read'));
    await ask(panel, 'Who keeps the bridge?');
    expect(await answered(panel)).toContain(ANSWER);
    await page.close();
  });

  test('an error: its cure is shown, and a key that the server repeats is not', async () => {
    const { server, key } = await choose(format);
    server.respond(() => format.refuse(401, `Invalid API key: ${key}`));
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await summarise(panel);
    await warns(panel, /didn’t accept the API key[\s\S]*enter a valid key/);
    await page.close();
  });

  test('a cut in mid-reply: asked again, and the answer is whole', async () => {
    const { server } = await choose(format);
    const before = server.calls.length;
    const script = inTurn(reply({ stopAfter: { events: 4, how: 'destroy' } }, format), reply({}, format));
    server.respond(() => script);
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await summarise(panel);
    expect(await finished(panel)).toContain('Fingerprint');
    expect(server.calls.length - before).toBe(2);
    expect(server.calls.at(-1)?.body).toEqual(server.calls.at(-2)?.body);
    await page.close();
  });

  test('a model is listed and tested', async () => {
    const { server } = await choose(format);
    server.respond(() => undefined);
    const page = await x.open(x.url('src/options/index.html'));
    await button(page, 'Test server:test-model').click();
    await telling(page, page.getByText(/(It works|Works, with limits)\.$/).waitFor());
    await page.getByText('test-model is there.').waitFor({ state: 'attached' }); // folded if all is fine
    await page.close();
  });
});

describe('the keys', () => {
  test('leave in their one header, to their own server [R9.2]', () => {
    const all = Array.from(behind.values());
    for (const { format, proxy, key } of all) {
      const sent = proxy.sent();
      // on a connection that is used again, a request begins where the body before it ended
      const requests = sent.match(/(?:GET|POST) \/\S* HTTP\/1\.1\r\n/g)?.length ?? 0;
      const line = `\r\n${HEADERS[format.protocol.provider]}${key}\r\n`;
      const lower = sent.replace(/\r\n([\w-]+): /g, (whole) => whole.toLowerCase());
      expect(requests).toBeGreaterThan(5);
      expect(lower.split(line).length - 1).toBe(requests);
      expect(Array.from(sent.matchAll(CANARY), ([found]) => found)).toEqual(Array<string>(requests).fill(key));
    }
  });

  test('are in no message, no log, no frame, no store but their own, and in no export [R9.2]', async () => {
    const { server } = await choose(chatCompletions);
    server.respond(() => undefined);
    const { page, panel } = await openWithPanel(x, site.page('news'));
    await summarise(panel);
    await finished(panel);
    const given: string[] = [];
    for (const name of ['Markdown (.md)', 'JSON (full log)', 'NDJSON (events)']) {
      await panel.getByRole('button', { name: 'More for this answer' }).click();
      const [file] = await Promise.all([
        panel.waitForEvent('download'),
        panel.getByRole('button', { name: `Export as ${name}`, exact: true }).click(),
      ]);
      given.push(await readFile(await file.path(), 'utf8'));
    }
    const held = await x.inExtension(dump);
    await page.close();
    expect(messages.join('\n')).toContain('run.start'); // or nothing was recorded
    expect(Object.keys(held).some((place) => place.startsWith('session/run/'))).toBe(true);
    expect(Object.keys(held).filter((place) => place.startsWith('local/key/')).length).toBeGreaterThan(0);
    expect(given.every((text) => text.length > 500)).toBe(true);
    expect(strays(held)).toEqual([]);
    for (const text of [...messages, ...logs, ...given, ...(await x.problems())]) expect(text).not.toMatch(CANARY);
  });
});

/** In the extension's pages, before their own scripts: tells the test of every message that they send or are sent. */
function listen(): void {
  if (location.protocol !== 'chrome-extension:') return;
  const tell = (value: unknown): void => {
    void (globalThis as unknown as { klHeard(text: string): Promise<void> }).klHeard(JSON.stringify([value]));
  };
  const { runtime } = chrome;
  const send: (message: unknown) => Promise<unknown> = runtime.sendMessage.bind(runtime);
  const connect = runtime.connect.bind(runtime);
  Object.assign(runtime, {
    async sendMessage(message: unknown) {
      tell(message);
      const answer = await send(message);
      tell(answer);
      return answer;
    },
    connect(...given: Parameters<typeof connect>) {
      const port = connect(...given);
      port.onMessage.addListener(tell);
      const post = port.postMessage.bind(port);
      port.postMessage = (message: unknown) => {
        tell(message);
        post(message);
      };
      return port;
    },
  });
}
