/** Prompts of a real server: what is listed, pinned and got, and what is left out. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchText, listTools } from '../../../src/lib/mcp/mcp-client.ts';
import type { TextValues } from '../../../src/lib/protocol/offscreen/server-texts.ts';
import { check } from '../../../src/lib/protocol/check.ts';
import { MAX_LISTED_PROMPTS, MAX_RESULT, type ListedTool } from '../../../src/lib/protocol/offscreen/tool-server.ts';
import { ADD, REVIEW, startToolServer, type ServedPrompt, type ToolServer } from '../../kit/servers/mcp-server.ts';

let server: ToolServer;
beforeAll(async () => void (server = await startToolServer(ADD)));
afterAll(() => server.close());
beforeEach(() => server.offerPrompts(REVIEW));

const optionsOf = () => ({ address: server.url, fetch, version: 'test', signal: new AbortController().signal });

async function list(): Promise<readonly ListedTool[]> {
  const listed = await listTools(optionsOf());
  expect(check('tool-server.tools', listed)).toMatchObject({ ok: true });
  return listed.type === 'tools' ? listed.prompts : [];
}

async function get(prompt: ServedPrompt, values: TextValues = []) {
  server.offerPrompts(prompt);
  const [listed] = await list();
  const ended = await fetchText({ type: 'prompt', name: prompt.name, pin: listed?.pin ?? '', values }, optionsOf());
  expect(check(`tool-server.${ended.type}`, ended)).toMatchObject({ ok: true });
  return ended;
}

const say = (text: string, role: 'user' | 'assistant' = 'user') => ({ role, content: { type: 'text', text } }) as const;

describe('what it lists', () => {
  it('names, words, arguments and a pin of each prompt, beside the tools', async () => {
    expect(await list()).toMatchObject([
      {
        name: 'review',
        description: 'Reviews a subject.',
        inputSchema: { properties: { subject: { description: 'What it is about.' } }, required: ['subject'] },
        claims: [],
      },
    ]);
    server.offerPrompts();
    expect(await list()).toEqual([]);
  });

  it.each<[string, Partial<ServedPrompt>]>([
    ['description', { description: 'Reviews, and mails.' }],
    ['arguments', { arguments: [{ name: 'subject', description: 'Your password.', required: true }] }],
  ])('a change of its %s changes the pin, and the old one is not got', async (_, change) => {
    const [before] = await list();
    const had = server.got.length;
    server.offerPrompts({ ...REVIEW, ...change });
    expect((await list())[0]?.pin).not.toBe(before?.pin);
    const ended = await fetchText({ type: 'prompt', name: 'review', pin: before?.pin ?? '', values: [] }, optionsOf());
    expect(ended).toMatchObject({ type: 'fault', fault: 'changed' });
    expect(server.got).toHaveLength(had);
  });

  it('no more than can be shown, each name once, and none as usable that asks for too much', async () => {
    const many = Array.from({ length: 80 }, (_, at) => ({ ...REVIEW, name: `p${String(at % 60)}` }));
    const long = Array.from({ length: 30 }, (_, at) => ({ name: `a${String(at)}` }));
    server.offerPrompts({ ...REVIEW, arguments: long }, ...many);
    const prompts = await list();
    expect(prompts).toHaveLength(MAX_LISTED_PROMPTS);
    expect(new Set(prompts.map(({ name }) => name)).size).toBe(MAX_LISTED_PROMPTS);
    expect(prompts[0]?.inputSchema).toBeNull();
    expect(prompts[1]?.inputSchema).not.toBeNull();
  });

  it('none where the server takes too long for them, and its tools as ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hang: typeof globalThis.fetch = (input, init) => {
      if (typeof init?.body !== 'string' || !init.body.includes('"prompts/list"')) return fetch(input, init);
      setImmediate(() => vi.advanceTimersByTime(9000));
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    };
    try {
      const listed = await listTools({ ...optionsOf(), fetch: hang });
      expect(listed).toMatchObject({ type: 'tools', tools: [{ name: 'add' }], prompts: [] });
    } finally {
      vi.useRealTimers();
    }
  });

  it('none as usable that has an argument which no object can hold', async () => {
    server.offerPrompts({ ...REVIEW, arguments: [{ name: '__proto__' }] });
    expect(await list()).toMatchObject([{ name: 'review', inputSchema: null }]);
  });
});

describe('what it gets', () => {
  it('is the text of a prompt, for what was typed', async () => {
    const had = server.got.length;
    const ended = await get(REVIEW, [{ name: 'subject', value: 'tides' }]);
    expect(ended).toMatchObject({ type: 'text', text: 'Review tides in two sentences.', cut: false, leftOut: 0 });
    expect(server.got.slice(had)).toEqual([{ name: 'review', args: { subject: 'tides' } }]);
  });

  it('is the text of each message, for any messages; others are left out and counted, and it is bounded', async () => {
    const picture = { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } } as const;
    const link = { role: 'user', content: { type: 'resource', resource: { uri: 'x:y', text: 'linked' } } } as const;
    const message = fc.oneof(
      fc.tuple(fc.string(), fc.constantFrom('user', 'assistant')).map(([text, role]) => say(text, role)),
      fc.constantFrom(picture, link, say('x'.repeat(MAX_RESULT - 10))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 4 }), async (messages) => {
        const ended = await get({ ...REVIEW, get: () => [...messages] });
        const texts = messages.flatMap(({ content }) => (content.type === 'text' ? [content.text] : []));
        expect(ended).toMatchObject({ type: 'text', leftOut: messages.length - texts.length });
        if (ended.type !== 'text') return;
        expect(ended.text.length).toBeLessThanOrEqual(MAX_RESULT);
        for (const text of ended.cut ? [] : texts) expect(ended.text).toContain(text);
        expect(ended.text).not.toContain('linked');
      }),
      { numRuns: 25 },
    );
  });

  it('is a fault in words where the server has it no more, or refuses', async () => {
    const [before] = await list();
    server.offerPrompts({ ...REVIEW, name: 'other' });
    const ended = await fetchText({ type: 'prompt', name: 'review', pin: before?.pin ?? '', values: [] }, optionsOf());
    expect(ended).toMatchObject({ type: 'fault', fault: 'gone', detail: 'review' });
    const fail = (): never => {
      throw new Error('Not today.');
    };
    expect(await get({ ...REVIEW, get: fail })).toMatchObject({ type: 'fault', fault: 'refused' });
  });
});
