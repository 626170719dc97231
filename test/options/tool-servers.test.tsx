import { describe, expect, it } from 'vitest';
import type { ListedTool } from '../../src/lib/protocol/offscreen/tool-server.ts';
import { DEFAULT_SETTINGS } from '../../src/lib/protocol/settings/defaults.ts';
import type { Settings } from '../../src/lib/protocol/settings/settings.ts';
import type { SwitchedTool, ToolServerSettings } from '../../src/lib/protocol/settings/tool-servers.ts';
import { acted } from '../sidepanel/kit/acted.ts';
import { SERVER, type World } from './host.ts';
import {
  accessibilityFaults,
  alert,
  button,
  control,
  described,
  field,
  open,
  page,
  press,
  tick,
  type,
} from './page.ts';

const ADDRESS = 'https://mcp.example.org/mcp?team=secret';
const ORIGIN = 'https://mcp.example.org';
const ADD: ListedTool = {
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number', description: 'The first summand.' } } },
  pin: 'a'.repeat(64),
  claims: [],
};
const CHANGED: ListedTool = { ...ADD, description: 'Adds, and mails.', pin: 'b'.repeat(64) };
const { name, description, pin } = ADD;
const ON: SwitchedTool = {
  name,
  description,
  pin,
  inputSchema: ADD.inputSchema as SwitchedTool['inputSchema'],
  repeatable: false,
};
const GRANT = { tool: 'example__add', origin: ORIGIN };
const serving = (...tools: readonly ListedTool[]): World => ({
  served: { ok: true, value: { title: 'Sums', version: '1', tools: [...tools], prompts: [] } },
});
const having = (...tools: readonly SwitchedTool[]) => ({
  settings: { ...DEFAULT_SETTINGS, toolServers: [{ id: 'example', address: ADDRESS, tools }] } satisfies Settings,
  fault: '',
});
type Did = readonly (readonly unknown[])[];
const saved = (did: Did): readonly ToolServerSettings[] | undefined =>
  (did.findLast(([what]) => what === 'settings')?.[1] as Settings | undefined)?.toolServers;
const order = (did: Did): readonly unknown[] => did.map(([what]) => what);
const section = (): HTMLElement | null => page.querySelector('section[aria-labelledby=tool-servers]');
const submit = (): Promise<void> =>
  acted(() =>
    section()
      ?.querySelector('form')
      ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

describe('a tool server', () => {
  it('is added with its token, tested at once, and shows what a model is told in its own words', async () => {
    const { did } = await open({ ...serving(ADD), loaded: { settings: DEFAULT_SETTINGS, fault: '' } });
    await press('Add a server');
    await type('Address', ADDRESS);
    await type('Token', 'canary');
    await submit();
    expect(saved(did)).toEqual([{ id: 'example', address: ADDRESS, tools: [] }]);
    expect(order(did)).toEqual(['ask', 'token', 'settings', 'test tool server']);
    expect(document.activeElement?.textContent).toBe('Tool servers');
    expect(section()?.textContent).toContain('Adds two numbers.');
    expect(section()?.textContent).toContain('a The first summand.');
    expect(section()?.textContent).toContain(`${ORIGIN}/mcp?…`);
    expect(page.innerHTML).not.toContain('team=secret');
    expect(page.innerHTML).not.toContain('canary');
    await tick('add');
    expect(saved(did)?.[0]?.tools).toEqual([ON]);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('says before it is saved whose token it shares', async () => {
    const other = { id: 'openai', address: 'https://api.openai.com/mcp', tools: [] };
    await open({ loaded: { settings: { ...SERVER, toolServers: [other] }, fault: '' } });
    await press('Add a server');
    await type('Address', 'https://api.openai.com/other');
    expect(described('Token')).toContain('This server shares its token with server:gpt-4o-mini');
    await type('Address', 'https://mcp.example.org/');
    expect(described('Token')).not.toContain('One token is kept');
  });

  it('gives the focus back to what opened its editor', async () => {
    await open({ ...serving(ADD), loaded: having() });
    await press('Edit example');
    expect(document.activeElement).toBe(field('Token'));
    await press('Cancel');
    expect(document.activeElement).toBe(button('Edit example'));
    await press('Edit example');
    await submit();
    expect(document.activeElement).toBe(button('Edit example'));
  });

  it.each([
    ['its token', { [ORIGIN]: 'canary' }, 'Remove example, its tools and its token?'],
    ['no token', {}, 'Remove example and its tools?'],
  ])('is removed with %s, and what was allowed goes first', async (_, keys, question) => {
    const { did } = await open({ loaded: having(ON), grants: [GRANT], keys });
    await press('Remove example');
    expect(section()?.textContent).toContain(question);
    await press('Yes, remove it');
    expect(order(did)).toEqual(['no longer always', 'settings', 'sign out']);
    expect(saved(did)).toEqual([]);
  });
});

describe('a tool that a test finds other than it was', () => {
  it('is off at once if it changed, and asks again once it is switched on', async () => {
    const grants = [GRANT];
    const { did } = await open({ ...serving(CHANGED), loaded: having(ON), grants });
    await press('Test example');
    expect(section()?.textContent).toContain('The server has changed this tool, so it is off.');
    expect(order(did)).toEqual(['ask', 'test tool server', 'no longer always', 'settings']);
    expect(saved(did)?.[0]?.tools).toEqual([]);
    expect(field('add').checked).toBe(false);
    expect(await accessibilityFaults()).toEqual([]);
    await tick('add');
    expect(saved(did)?.[0]?.tools[0]?.pin).toBe(CHANGED.pin);
    expect(section()?.textContent).not.toContain('has changed this tool');
    expect(field('Don’t ask when nothing private is sent').checked).toBe(false);
    expect(grants).toEqual([]);
  });

  it.each([
    ['is gone', [], 'The server no longer has this tool, so it is off.', false],
    ['cannot be used any more', [{ ...CHANGED, inputSchema: null }], 'Its new arguments can’t be used', true],
  ])('is off and can be forgotten if it %s', async (_, tools, warning, isListed) => {
    const { did } = await open({ ...serving(...tools), loaded: having(ON), grants: [GRANT] });
    await press('Test example');
    expect(section()?.textContent).toContain(warning);
    expect(saved(did)?.[0]?.tools).toEqual([]);
    expect(control('add')).toBeUndefined();
    await press('Dismiss: add');
    expect(section()?.textContent).not.toContain(warning);
    expect(control('add') !== undefined).toBe(isListed);
    expect(document.activeElement).toBe(button('Edit example'));
  });

  it('stays as it is, with the reason, where it cannot be stopped from being called without asking', async () => {
    const scripted = await open({ ...serving(CHANGED), loaded: having(ON), grants: [GRANT] });
    Object.assign(scripted.host, { removeGrant: () => Promise.reject(new Error('The disk is full.')) });
    await press('Test example');
    expect(alert()).toContain('The disk is full.');
    await tick('add');
    expect(order(scripted.did)).not.toContain('settings');
  });
});

describe('a prompt of a server', () => {
  const REVIEW: ListedTool = { ...ADD, name: 'review', description: 'Reviews.', claims: [] };
  const ON_PROMPT: SwitchedTool = { ...ON, name: 'review', description: 'Reviews.' };
  const listing = (...prompts: readonly ListedTool[]): World => ({
    served: { ok: true, value: { title: 'Sums', version: '1', tools: [ADD], prompts: [...prompts] } },
  });

  it('is switched on by itself, beside the tools, and nothing is said of when it asks', async () => {
    const { did } = await open({ ...listing(REVIEW), loaded: having(ON) });
    await press('Test example');
    expect(section()?.textContent).toContain('appear when you type “/”');
    await tick('review');
    expect(saved(did)?.[0]).toMatchObject({ tools: [{ name: 'add' }], prompts: [{ name: 'review', pin: REVIEW.pin }] });
    expect(section()?.textContent).toContain('1 tool on · 1 prompt on');
    expect(section()?.textContent.split('Don’t ask when nothing private').length).toBe(2); // the tool's
    expect(await accessibilityFaults()).toEqual([]);
    await tick('review');
    expect(saved(did)?.[0]?.prompts).toEqual([]);
  });

  it('is off at once if it changed, and takes nothing from a tool of its name', async () => {
    const toolServers = [{ id: 'example', address: ADDRESS, tools: [ON], prompts: [{ ...ON_PROMPT, name: 'add' }] }];
    const loaded = { settings: { ...DEFAULT_SETTINGS, toolServers }, fault: '' };
    const grants = [GRANT];
    const { did } = await open({ ...listing({ ...CHANGED, claims: [] }), loaded, grants });
    await press('Test example');
    expect(section()?.textContent).toContain('The server has changed this prompt, so it is off.');
    expect(saved(did)?.[0]).toMatchObject({ tools: [{ name: 'add' }], prompts: [] });
    expect(grants).toEqual([GRANT]);
  });
});

describe('a server that wants a sign-in', () => {
  const REFUSED = { code: 'tool-server.sign-in', message: 'It wants a sign-in.', hint: 'Sign in.' };
  const AT = 'https://accounts.example';
  type Step = NonNullable<World['signIns']>[number];
  const step = (wanted: readonly string[], changes: object = {}): Step => ({
    ok: true,
    value: { wanted, canRegister: true, hasClient: false, isDone: false, ...changes },
  });
  const wanting = (...signIns: Step[]): World => ({
    served: { ok: false, error: REFUSED },
    loaded: having(),
    signIns,
  });

  it('is signed in at once each site was agreed to by a press on its name, and tested again', async () => {
    const further = step(['https://tokens.example']);
    const { did } = await open(wanting(step([AT]), further, step([], { isDone: true })));
    await press('Test example');
    expect(await accessibilityFaults()).toEqual([]);
    await press('Sign in at accounts.example');
    await press('Sign in at tokens.example');
    expect(did.slice(2)).toEqual([
      ['sign in', ADDRESS, [], false],
      ['ask to sign in', [AT]],
      ['sign in', ADDRESS, [AT], true],
      ['ask to sign in', [AT, 'https://tokens.example']],
      ['sign in', ADDRESS, [AT, 'https://tokens.example'], true],
      ['test tool server', ADDRESS],
      ['sign in', ADDRESS, [], false],
    ]);
  });

  it('asks for a client where none can be registered, and shows what goes wrong', async () => {
    const { did } = await open(wanting(step([], { canRegister: false }), { ok: false, error: REFUSED }));
    await press('Test example');
    expect(described('Client ID')).toContain('https://abc.chromiumapp.org/');
    await type('Client ID', 'mine');
    await type('Client secret', 'canary');
    await press('Sign in at mcp.example.org');
    expect(did).toContainEqual(['client', ADDRESS, { id: 'mine', secret: 'canary', reach: [] }]);
    expect(alert()).toContain('It wants a sign-in. Sign in.');
  });

  it('takes a client of one’s own where one could be registered', async () => {
    const { did } = await open(wanting(step([]), { ok: false, error: REFUSED }));
    await press('Test example');
    expect(described('Client ID')).toContain('the address of its document');
    await type('Client ID', 'https://me.example/client.json');
    await press('Sign in at mcp.example.org');
    expect(did).toContainEqual(['client', ADDRESS, { id: 'https://me.example/client.json', secret: '', reach: [] }]);
  });

  it('shows that a client is kept, and takes another in its place', async () => {
    const { did } = await open(
      wanting(step([], { canRegister: false, hasClient: true }), { ok: false, error: REFUSED }),
    );
    await press('Test example');
    expect(field('Client ID').placeholder).toBe('A client ID is saved. Type another to replace it.');
    await type('Client ID', 'right');
    await press('Sign in at mcp.example.org');
    expect(did).toContainEqual(['client', ADDRESS, { id: 'right', secret: '', reach: [] }]);
  });

  it.each([
    ['Remove example', 'Yes, remove it'],
    ['Sign out: example', null],
    ['Edit example', 'Remove token'],
  ])('says so where a sign-in may go on there: %s', async (first, then) => {
    await open({ loaded: having(), signedIn: true, keys: { [ORIGIN]: 'canary' } });
    await press(first);
    if (then !== null) await press(then);
    expect(section()?.textContent).toContain('End the access there too');
  });

  it('says so, too, where a typed token takes the place of a sign-in', async () => {
    const { did } = await open({ loaded: having(), signedIn: true });
    await press('Edit example');
    await type('Token', 'typed');
    await submit();
    expect(did).toContainEqual(['token', ADDRESS, 'typed']);
    expect(section()?.textContent).toContain('End the access there too');
  });

  it('forgets a client of one’s own, and sends no secret without its client', async () => {
    const { did } = await open(wanting(step([], { hasClient: true }), { ok: false, error: REFUSED }));
    await press('Test example');
    await type('Client secret', 'alone');
    await press('Sign in at mcp.example.org');
    expect(section()?.textContent).toContain('Enter the client ID, too.');
    expect(order(did)).not.toContain('client');
    await press('Remove client ID');
    expect(did.at(-1)).toEqual(['forget client', ADDRESS]);
    expect(button('Remove client ID')).toBeUndefined();
  });

  it('can be tried again where it cannot be found out, given up, and signed out of meanwhile', async () => {
    const signIns: Step[] = [{ ok: false, error: REFUSED }];
    const { did } = await open({ loaded: having(), signedIn: true, signIns });
    await press('Sign in again: example');
    expect(alert()).toContain('It wants a sign-in. Sign in.');
    expect(button('Sign out: example')).toBeDefined();
    expect(await accessibilityFaults()).toEqual([]);
    signIns[0] = step([]);
    await press('Try again');
    expect(button('Sign in at mcp.example.org')).toBeDefined();
    expect(did.filter(([what]) => what === 'sign in')).toHaveLength(2);
    await press('Cancel');
    expect([button('Try again'), button('Cancel')]).toEqual([undefined, undefined]);
    await press('Sign in again: example');
    await press('Sign out: example');
    expect(button('Cancel')).toBeUndefined();
  });

  it('can be signed out of', async () => {
    const { did } = await open({ loaded: having(), signedIn: true });
    await press('Sign out: example');
    expect(did).toContainEqual(['sign out', ADDRESS]);
    expect(section()?.textContent).not.toContain('You’re signed in.');
  });
});
