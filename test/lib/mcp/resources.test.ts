/** Resources of a real server: what is listed and read, in which bounds, and what is said of those that are refused. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanLine } from '../../../src/lib/base/one-line.ts';
import { callTool, fetchResources, fetchText, listTools } from '../../../src/lib/mcp/mcp-client.ts';
import { check } from '../../../src/lib/protocol/check.ts';
import {
  MAX_LISTED_RESOURCES,
  MAX_RESOURCE_URI,
  MAX_SERVER_TEXT,
  type ListedResource,
  type TextValues,
} from '../../../src/lib/protocol/offscreen/server-texts.ts';
import { ANY_CHARACTER } from '../../kit/base/any-character.ts';
import { ADD, NOTES, startToolServer, type ServedResources, type ToolServer } from '../../kit/servers/mcp-server.ts';

let server: ToolServer;
beforeAll(async () => void (server = await startToolServer(ADD)));
afterAll(() => server.close());
beforeEach(() => {
  server.offer(ADD);
  server.offerResources(NOTES);
  server.answer(null);
});

const optionsOf = () => ({ address: server.url, fetch, version: 'test', signal: new AbortController().signal });

async function find(): Promise<readonly ListedResource[]> {
  const found = await fetchResources(optionsOf());
  expect(check('tool-server.resources', found)).toMatchObject({ ok: true });
  return found.type === 'resources' ? found.resources : [];
}

async function read(uri: string, values: TextValues = []) {
  const ended = await fetchText({ type: 'resource', uri, values }, optionsOf());
  expect(check(`tool-server.${ended.type}`, ended)).toMatchObject({ ok: true });
  return ended;
}

/** What every answer says beside its content. */
const COMPLETE = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } as const;

const serve = (read: ServedResources['read']): void => server.offerResources({ ...NOTES, read });

describe('what it lists', () => {
  it('is every page of it, then the templates with their variables', async () => {
    expect(await find()).toMatchObject([
      { uri: 'notes:///tides', name: 'Tides', description: 'What the moon does.', inputSchema: { properties: {} } },
      { uri: 'notes:///paper.pdf', name: 'paper.pdf' },
      { uri: 'notes:///song', name: 'song' },
      {
        uri: 'notes:///day/{day}{?lang}',
        name: 'A day',
        inputSchema: { properties: { day: { type: 'string' }, lang: { type: 'string' } }, required: ['day'] },
      },
    ]);
  });

  it('is nothing of a server without, and all but the templates of one that has none', async () => {
    server.offerResources(null);
    expect(await find()).toEqual([]);
    const { list, read } = NOTES;
    server.offerResources({ list, read });
    expect(await find()).toHaveLength(3);
  });

  it('is bounded for any list, each address once and each name in one clean line', async () => {
    const text = fc.oneof(
      fc.string({ unit: ANY_CHARACTER, maxLength: 40 }),
      fc.constantFrom('', '__proto__', '{', '{a', '{a}{?b,c*}', '{+constructor}', '\u202Eevil\n', 'x'.repeat(9000)),
    );
    const entry = fc.record({ uri: text, name: text, title: text, description: text });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 6 }), fc.array(entry, { maxLength: 6 }), async (plain, others) => {
        const templates = others.map(({ uri, ...rest }) => ({ ...rest, uriTemplate: uri }));
        server.offerResources({ ...NOTES, list: plain, templates });
        const found = await find();
        expect(new Set(found.map(({ uri }) => uri)).size).toBe(found.length);
        for (const { uri, name } of found) {
          expect(uri.length).toBeLessThanOrEqual(MAX_RESOURCE_URI);
          expect(cleanLine(name)).toBe(name);
        }
        const usable = plain.filter(({ uri }) => uri !== '' && uri.length <= MAX_RESOURCE_URI);
        for (const { uri } of usable) expect(found.some((each) => each.uri === uri)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('ends with as many as are shown, also where its pages never end', async () => {
    let pages = 0;
    const list = Array.from({ length: 150 }, (_, at) => ({ uri: `n:${String(at)}`, name: 'n' }));
    const endless: typeof globalThis.fetch = async (input, init) => {
      if (typeof init?.body !== 'string' || !init.body.includes('"resources/list"')) return fetch(input, init);
      const { id } = JSON.parse(init.body) as { id: number };
      pages += 1;
      const fresh = list.map(({ uri, name }) => ({ uri: `${uri}/${String(pages)}`, name }));
      const result = { ...COMPLETE, resources: pages > 12 ? fresh : list, nextCursor: 'again' };
      return Response.json({ jsonrpc: '2.0', id, result });
    };
    const found = await fetchResources({ ...optionsOf(), fetch: endless });
    expect(found.type === 'resources' && found.resources.length).toBe(150 + 1); // with the template
    expect(pages).toBe(10);
    pages = 12;
    const full = await fetchResources({ ...optionsOf(), fetch: endless });
    expect(full.type === 'resources' && full.resources.length).toBe(MAX_LISTED_RESOURCES);
  });

  it('that takes too long ends in words', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hang: typeof globalThis.fetch = (input, init) => {
      if (typeof init?.body !== 'string' || !init.body.includes('"resources/list"')) return fetch(input, init);
      setImmediate(() => vi.advanceTimersByTime(21_000));
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    };
    try {
      expect(await fetchResources({ ...optionsOf(), fetch: hang })).toMatchObject({ type: 'fault', fault: 'timeout' });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('what it reads', () => {
  it('is the text of the one that was named, with its type', async () => {
    expect(await read('notes:///tides')).toEqual({
      type: 'text',
      text: '# Note\n\nThe tide turns at noon. This is notes:///tides.',
      bytes: '',
      mediaType: 'text/markdown',
      cut: false,
      leftOut: 0,
    });
  });

  it('is of a template what was typed, encoded, and without what was left empty', async () => {
    const had = server.reads.length;
    await read('notes:///day/{day}{?lang}', [
      { name: 'day', value: 'May 1/2' },
      { name: 'lang', value: '' },
    ]);
    await read('notes:///{constructor}', [{ name: 'constructor', value: '' }]);
    await read('notes:///{plain}');
    expect(server.reads.slice(had)).toEqual(['notes:///day/May%201%2F2', 'notes:///', 'notes:///{plain}']);
    expect(await read('notes:///{broken', [{ name: 'a', value: 'b' }])).toMatchObject({ fault: 'gone' });
  });

  it('is a file where there is no text, and the first one only', async () => {
    const file = (uri: string) => ({ uri, mimeType: 'Application/PDF; v=1', blob: btoa('%PDF-') });
    serve(() => [file('a:1'), file('a:2')]);
    expect(await read('a:1')).toMatchObject({
      text: '',
      bytes: btoa('%PDF-'),
      mediaType: 'application/pdf',
      leftOut: 1,
    });
    serve(() => []);
    expect(await read('a:1')).toMatchObject({ text: '', bytes: '', mediaType: '', leftOut: 0 });
  });

  it('is each text with its address, for any contents; the rest is counted, and it is bounded', async () => {
    const content = fc.oneof(
      fc.string().map((text) => ({ uri: 'a:b', text })),
      fc.constantFrom({ uri: 'a:c', blob: 'AAAA' }, { uri: 'a:d', text: 'x'.repeat(MAX_SERVER_TEXT - 10) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(content, { maxLength: 3 }), async (contents) => {
        serve(() => [...contents]);
        const ended = await read('a:b');
        if (ended.type !== 'text') {
          expect(JSON.stringify(contents).length).toBeGreaterThan(4_000_000);
          return;
        }
        const texts = contents.flatMap((each) => ('text' in each ? [each.text] : []));
        expect(ended.text.length).toBeLessThanOrEqual(MAX_SERVER_TEXT);
        expect(ended.leftOut).toBe(
          texts.length > 0 ? contents.length - texts.length : Math.max(0, contents.length - 1),
        );
        for (const text of ended.cut ? [] : texts) expect(ended.text).toContain(text);
      }),
      { numRuns: 25 },
    );
  });

  it('is a fault in words where the server refuses or sends what is no file', async () => {
    serve(() => {
      throw new Error('Not today.');
    });
    expect(await read('a:b')).toMatchObject({ type: 'fault', fault: 'refused' });
    const lying: typeof globalThis.fetch = async (input, init) => {
      if (typeof init?.body !== 'string' || !init.body.includes('"resources/read"')) return fetch(input, init);
      const { id } = JSON.parse(init.body) as { id: number };
      const result = { ...COMPLETE, contents: [{ uri: 'a:b', blob: '*' }] };
      return Response.json({ jsonrpc: '2.0', id, result });
    };
    const ended = await fetchText({ type: 'resource', uri: 'a:b', values: [] }, { ...optionsOf(), fetch: lying });
    expect(ended).toMatchObject({ type: 'fault', fault: 'bad-result' });
  });
});

it('a link in a result is told by its title and address, in one line each', async () => {
  const link = { type: 'resource_link', uri: 'notes:///tides', name: 'tides' } as const;
  const links = [
    { ...link, title: 'Tides\n\u202Eevil' },
    { ...link, uri: `n:${'x'.repeat(9000)}` },
  ];
  const { outputSchema: _, ...plain } = ADD;
  server.offer({ ...plain, run: () => ({ content: links }) });
  const listed = await listTools(optionsOf());
  const pin = listed.type === 'tools' ? (listed.tools[0]?.pin ?? '') : '';
  const ended = await callTool({ name: 'add', pin, args: {} }, optionsOf(), () => undefined);
  expect(ended.type === 'done' && ended.text).toBe(`Tides evil: notes:///tides\n\ntides: n:${'x'.repeat(497)}…`);
});
