/** What servers have, in the composer: offered after `@`, listed and read by a press, shown, and attached as a stranger's words. */
import { describe, expect, it } from 'vitest';
import type { ListedResource } from '../../../src/lib/protocol/offscreen/server-texts.ts';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { createServerFile } from '../../../src/sidepanel/files/server-file.ts';
import { acted } from '../kit/acted.ts';
import { estimated } from '../kit/script.ts';
import { button, find, key, open, page, press, type } from '../kit/stand.tsx';

const FOUND = { text: 'The tide turns.', bytes: '', mediaType: 'text/markdown', cut: false, leftOut: 0 };
const NOTHING = { type: 'object', properties: {}, required: [] };
const TIDES: ListedResource = {
  uri: 'notes:///tides',
  name: 'Tides',
  description: 'On the moon.',
  inputSchema: NOTHING,
};
const DAY: ListedResource = {
  uri: 'notes:///{day}{?lang}',
  name: 'A day',
  description: '',
  inputSchema: { ...NOTHING, properties: { day: { type: 'string' }, lang: { type: 'string' } }, required: ['day'] },
};

const box = (): HTMLTextAreaElement | null => find('textarea[aria-label="Ask about this page"]') as HTMLTextAreaElement;
const sheet = (): string => find('dialog')?.textContent ?? '';

async function choose(
  resources: readonly ListedResource[] = [TIDES, DAY],
  read: () => Reply<'tool-server.read-resource'> = () => ({ ok: true, value: FOUND }),
) {
  const servers = [{ id: 'sums', address: 'https://sums.example/mcp', tools: [] }];
  let lists: Reply<'tool-server.find-resources'>[] = [{ ok: true, value: { resources } }];
  const host = await open(
    estimated(),
    undefined,
    {
      'tool-server.find-resources': () => lists.shift() ?? { ok: true, value: { resources } },
      'tool-server.read-resource': read,
    },
    { toolServers: servers, hasModel: true },
  );
  const asked = (name: string) => host.requests.filter((request) => request.type === `tool-server.${name}`);
  const openList = async () => {
    type(box(), '@sums');
    await acted(() => undefined);
    await key(box(), { key: 'Enter' });
  };
  return { host, asked, openList, listFirst: (...first: typeof lists) => void (lists = first) };
}

describe('what a server has', () => {
  it('is asked for by a press, read by another, and attached by a third: none of its words become the person’s', async () => {
    const { host, asked, openList } = await choose();
    type(box(), '@sums');
    await acted(() => undefined);
    expect([...page().querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
      'Add from sums',
    ]);
    expect(asked('find-resources')).toEqual([]);
    await openList();
    expect(asked('find-resources')).toMatchObject([{ server: 'sums' }]);
    expect(sheet()).toContain('On the moon.');
    expect(asked('read-resource')).toEqual([]);
    await press('Tides');
    expect(asked('read-resource')).toMatchObject([{ server: 'sums', uri: TIDES.uri, values: [] }]);
    expect(sheet()).toContain(FOUND.text);
    expect(document.activeElement?.textContent).toContain(FOUND.text);
    await press('Add to the question');
    expect(find('dialog')).toBeNull();
    expect(box()?.value).toBe('');
    type(box(), 'When?');
    await key(box(), { key: 'Enter' });
    const [sent] = host.requests.filter(({ type: name }) => name === 'run.ask');
    expect(sent).toMatchObject({ goal: 'When?', files: [{ name: 'Tides of sums.md' }] });
  });

  it('that takes something is read with what was typed, and the list is there again', async () => {
    const { asked, openList } = await choose();
    await openList();
    await press('A day');
    expect(asked('read-resource')).toEqual([]);
    expect(sheet()).toContain('What you enter is sent to sums.example.');
    const [day] = page().querySelectorAll<HTMLInputElement>('dialog input');
    type(day ?? null, 'monday');
    await acted(() => undefined);
    await press('Read it');
    const values = [
      { name: 'day', value: 'monday' },
      { name: 'lang', value: '' },
    ];
    expect(asked('read-resource')).toMatchObject([{ uri: DAY.uri, values }]);
    await press('Back to the list');
    expect(button('Tides')).toBeDefined();
  });

  it('that cannot be listed or read says why, and can be asked for again', async () => {
    const error = { code: 'tool-server.unreachable', message: 'It does not answer.', hint: 'Start it.' };
    const { asked, openList, listFirst } = await choose([TIDES], () => ({ ok: false, error }));
    listFirst({ ok: false, error });
    await openList();
    expect(find('dialog [role=alert]')?.textContent).toBe('It does not answer. Start it.');
    await press('Try again');
    await press('Tides');
    expect(find('dialog [role=alert]')?.textContent).toBe('It does not answer. Start it.');
    await press('Read it');
    expect(asked('read-resource')).toHaveLength(2);
  });

  it('that is nothing, or of a kind that is not read, is not added', async () => {
    const none = await choose([]);
    await none.openList();
    expect(sheet()).toContain('The server has nothing to add.');
    await press('Close without adding');
    const song = { ...FOUND, text: '', bytes: 'AAAA', mediaType: 'audio/mpeg' };
    const { openList } = await choose([TIDES], () => ({ ok: true, value: song }));
    await openList();
    await press('Tides');
    expect(sheet()).toContain('This kind of file can’t be read (audio/mpeg).');
    expect(button('Add to the question')).toBeUndefined();
  });

  it('is found by its words where it is much', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      ...TIDES,
      uri: `n:${String(at)}`,
      name: `Note ${String(at)}`,
    }));
    const { openList } = await choose(many);
    await openList();
    const field = page().querySelector<HTMLInputElement>('dialog input');
    type(field, '17');
    await acted(() => undefined);
    expect([...page().querySelectorAll('dialog li')]).toHaveLength(1);
    expect(sheet()).toContain('1 entry found.');
  });
});

describe('the file that is made of it', () => {
  const bytes = btoa('%PDF-');
  it.each([
    ['text', { text: 'a' }, 'x', 'x of s.txt', 'text/plain'],
    ['a page', { text: '<p>', mediaType: 'text/html' }, 'x', 'x of s.html', 'text/plain'],
    ['a text that claims to be a picture', { text: 'a', mediaType: 'image/png' }, 'x', 'x of s.txt', 'text/plain'],
    ['a document', { bytes, mediaType: 'application/pdf' }, 'Paper.PDF', 'Paper of s.pdf', 'text/plain'],
    ['a picture', { bytes, mediaType: 'image/png' }, 'x', 'x of s', 'image/png'],
    ['bytes without a type', { bytes, mediaType: '' }, '../\u202Eevil', '..-evil of s.pdf', 'text/plain'],
  ])('is of the kind that is read: %s', (_, found, name, fileName, type) => {
    const file = createServerFile(
      { server: 's', name, uri: 'a:/B.pdf' },
      { ...FOUND, text: '', mediaType: '', ...found },
    );
    expect(file).toMatchObject({ name: fileName, type });
    expect(file?.size).toBe(('text' in found ? found.text : '%PDF-').length);
  });

  it('is none where a token was taken out of its bytes', () => {
    const spoilt = { ...FOUND, text: '', bytes: `[key]${bytes}`, mediaType: 'application/pdf' };
    expect(createServerFile({ server: 's', name: 'x' }, spoilt)).toBeNull();
  });
});
