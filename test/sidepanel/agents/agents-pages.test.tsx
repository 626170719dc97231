import { beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { loadManifestCheck } from '../../../src/sidepanel/agents/manifest-check.ts';
import { acted } from '../kit/acted.ts';
import { entry, listed, RESEARCHER, TUTOR } from '../kit/agent-frames.ts';
import { estimated, say, TAB } from '../kit/script.ts';
import { choose, alert, button, find, key, open, page, press, type } from '../kit/stand.tsx';

import { OWN, ALL, opened, sent, heading, rows } from './agents-desk.ts';

beforeAll(() => loadManifestCheck()); // what reads YAML comes late, once

describe('the list of agents', () => {
  it('has those of the person and those built in, each with what it is for and whether it is on', async () => {
    await opened();
    expect(heading()).toBe('Agents');
    expect(document.activeElement).toBe(find('.page-title'));
    expect(rows()).toEqual(['Mine', 'Web researcher', 'Tutor']);
    expect(find('section[aria-label="Built in"]')?.textContent).toContain('Helps a person understand the page');
    expect(Array.from(page().querySelectorAll<HTMLInputElement>('[role=switch]'), ({ checked }) => checked)).toEqual([
      true,
      true,
      false,
    ]);
    expect(find('.dock')?.hidden).toBe(true);
  });

  it('says so where there are none of the person’s, and shows that it is loading until it knows', async () => {
    const host = await open(estimated());
    await choose('More', 'Agents');
    expect(find('.placeholder')).not.toBeNull();
    expect(sent(host, 'agents.list')).toHaveLength(1);
    await choose('More', 'Agents');
    await opened([entry(RESEARCHER)]);
    expect(page().textContent).toContain('No agents of your own yet.');
  });

  it('says why it has none where the worker does not answer', async () => {
    const error = { code: 'worker.silent', message: 'No answer.', hint: 'Try again.' };
    await opened([], { 'agents.list': () => ({ ok: false, error }) });
    expect(alert()).toContain('No answer.');
    expect(find('.placeholder')).toBeNull();
  });

  it('switches one off, and says why one cannot run', async () => {
    const broken = entry(TUTOR, {
      faults: [{ path: 'depends_on[0]', problem: 'reader is switched off', hint: 'Switch it on.' }],
    });
    const host = await opened([entry(RESEARCHER), broken]);
    expect(page().textContent).toContain('Can’t run: reader is switched off.');
    await acted(() => find('[role=switch]')?.click());
    expect(sent(host, 'agents.enable')).toMatchObject([{ id: 'web-researcher', enabled: false }]);
  });

  it('lets what cannot be read be deleted, once more asked', async () => {
    const broken = [
      { id: 'odd', text: '', faults: [{ path: '', problem: 'is a list', hint: 'Correct the manifest.' }] },
    ];
    const host = await opened([], { 'agents.list': () => ({ ok: true, value: { agents: [], broken, servers: [] } }) });
    expect(find('section[aria-label="Can’t be read"]')?.textContent).toContain('Is a list. Correct the manifest.');
    await press('Delete');
    expect(sent(host, 'agents.remove')).toEqual([]);
    await press('Delete it');
    expect(sent(host, 'agents.remove')).toMatchObject([{ id: 'odd' }]);
  });

  it('closes on Escape, page by page', async () => {
    await opened();
    await press('Web researcher');
    expect(heading()).toBe('Web researcher');
    await key(document.body, { key: 'Escape' });
    expect(heading()).toBe('Agents');
    await key(document.body, { key: 'Escape' });
    expect(find('.page-title')).toBeNull();
  });
});

describe('the page of an agent', () => {
  it('says what it does, may use, may take and has taken', async () => {
    await opened([entry(RESEARCHER, { spend: { invocations: 3, input: 12_000, output: 400, cost: 0.02 } })]);
    await press('Web researcher');
    const facts = find('dl.facts')?.textContent ?? '';
    expect(facts).toContain('Search the web, and read pages of it');
    expect(facts).toContain('Your main model');
    expect(facts).toContain('12 steps · 50,000 tokens · 2 minutes');
    expect(facts).toContain('3 times · 12,400 tokens · about $0.02 at the models’ prices');
    expect(facts).not.toContain('Use it for what needs several searches.'); // which is written for the model
    expect(Array.from(document.querySelectorAll('.folded .said'), ({ textContent }) => textContent)).toEqual([
      'Use it for what needs several searches.',
      'Search, read, report.',
    ]);
  });

  it('gives it a task on the tab in view, and shows the run', async () => {
    const host = await opened();
    await press('Web researcher');
    type(find('.attempt textarea') as HTMLTextAreaElement, 'Find the error.');
    await key(find('.attempt textarea'), { key: 'Enter' });
    expect(sent(host, 'run.ask')).toMatchObject([
      { job: 'agent', agent: 'web-researcher', goal: 'Find the error.', tabId: 7 },
    ]);
    expect(find('.page-title')).toBeNull();
  });

  it('keeps the task that is typed for it while the user looks elsewhere, until it is sent', async () => {
    const host = await opened();
    const field = (): HTMLTextAreaElement | null => find('.attempt textarea') as HTMLTextAreaElement | null;
    await press('Web researcher');
    type(field(), 'Find the error.');
    await key(document.body, { key: 'Escape' });
    await press('Mine');
    expect(field()?.value).toBe('');
    const about = { tabId: TAB.tabId, hash: 'h', preview: 'tides', url: '', title: '', isSearch: false, at: 5 };
    await acted(() => host.point(TAB.tabId, about));
    expect(field()).toBeNull();
    await acted(() => host.emit({ type: 'access', tabId: TAB.tabId, toggles: true }));
    expect(host.did).not.toContain('close');
    await acted(() => host.point(TAB.tabId, null));
    await choose('More', 'Agents');
    await press('Web researcher');
    expect(field()?.value).toBe('Find the error.');
    await key(field(), { key: 'Enter' });
    await choose('More', 'Agents');
    await press('Web researcher');
    expect(field()?.value).toBe('');
  });

  it('cannot be tried while it is off, or while something runs', async () => {
    const host = await opened();
    await press('Tutor');
    expect(find('.attempt h3')?.textContent).toBe('Conversation with Tutor');
    expect(find('.attempt .fine')?.textContent).toBe('Switch it on to try it.');
    await open(estimated(), [say.invoked()], { 'agents.list': () => listed(...ALL) });
    await choose('More', 'Agents');
    await press('Web researcher');
    expect(find('.attempt .fine')?.textContent).toBe('Available when the answer is done.');
    expect(sent(host, 'run.ask')).toEqual([]);
  });

  it('exports it as its text', async () => {
    const host = await opened();
    await press('Mine');
    await press('Export');
    expect(host.did).toContain('save mine.yaml application/yaml;charset=utf-8 id: mine # my own words\n');
  });

  it('deletes one of the person’s, and brings it back as it was', async () => {
    const host = await opened([entry(RESEARCHER), { ...OWN, enabled: false }]);
    await press('Mine');
    await press('Delete');
    expect(sent(host, 'agents.remove')).toMatchObject([{ id: 'mine' }]);
    expect(heading()).toBe('Agents');
    expect(find('.undo')?.textContent).toContain('Deleted: Mine');
    expect(document.activeElement?.textContent).toBe('Undo');
    await press('Undo');
    expect(sent(host, 'agents.save')).toMatchObject([{ text: OWN.text, manifest: { id: 'mine' } }]);
    expect(sent(host, 'agents.enable')).toMatchObject([{ id: 'mine', enabled: false }]);
    expect(find('.undo')).toBeNull();
  });

  it.each([
    ['the worker refuses it', { ok: false, error: { code: 'internal', message: 'The disk is full.', hint: '' } }],
    [
      'it is found at fault',
      { ok: true, value: { faults: [{ path: '', problem: 'is odd', hint: 'The disk is full.' }] } },
    ],
  ] as const)('offers to bring back one of the person’s until it is stored: %s', async (_, refusal) => {
    let reply: Reply<'agents.save'> = refusal;
    const host = await opened(ALL, { 'agents.save': () => reply });
    await press('Mine');
    await press('Delete');
    await press('Undo');
    expect(alert()).toContain('The disk is full.');
    expect(find('.undo')?.textContent).toContain('Deleted: Mine');
    reply = { ok: true, value: { faults: [] } };
    await press('Undo');
    expect(sent(host, 'agents.save')).toHaveLength(2);
    expect(find('.undo')).toBeNull();
  });

  it('says so if one that is brought back cannot be switched off again', async () => {
    const error = { code: 'internal', message: 'The disk is full.', hint: '' };
    await opened([{ ...OWN, enabled: false }], { 'agents.enable': () => ({ ok: false, error }) });
    await press('Mine');
    await press('Delete');
    await press('Undo');
    expect([alert(), find('.undo')]).toEqual([expect.stringContaining('The disk is full.'), null]);
  });

  it('says beside the page in view that one was not brought back', async () => {
    const error = { code: 'internal', message: 'The disk is full.', hint: '' };
    await opened(ALL, { 'agents.save': () => ({ ok: false, error }) });
    await press('Mine');
    await press('Delete');
    await press('Back');
    await press('Undo');
    expect([find('.page-title'), alert()]).toEqual([null, expect.stringContaining('The disk is full.')]);
  });

  it('brings back the built-in one whose place it took', async () => {
    const host = await opened([entry(RESEARCHER, { source: 'own', replaces: true, text: 'id: web-researcher\n' })]);
    await press('Web researcher');
    expect(button('Delete')).toBeUndefined();
    await press('Reset to default');
    expect(sent(host, 'agents.remove')).toMatchObject([{ id: 'web-researcher' }]);
    expect(heading()).toBe('Web researcher');
    expect(find('.undo')?.textContent).toContain('Reset to default: Web researcher');
  });
});

describe('asking an agent directly', () => {
  it('offers those that are on, and sends the question to the one that is chosen', async () => {
    const host = await open(estimated(), undefined, {
      'agents.list': () => listed(...ALL, entry({ ...TUTOR, id: 'second', name: 'Second' })),
      'run.ask': () => ({ ok: true, value: { runId: 'run-9' } }),
    });
    await press('Add or start');
    const names = Array.from(page().querySelectorAll('.composer .menu button'), ({ textContent }) => textContent);
    expect(names.filter((name) => name.startsWith('Agent: '))).toEqual([
      'Agent: Web researcher',
      'Agent: Mine',
      'Agent: Second',
    ]);
    await press('Agent: Second');
    expect(find('.dock .chips')?.textContent).toBe('@Second');
    const field = find('.dock textarea') as HTMLTextAreaElement;
    expect(field.placeholder).toBe('Message Second…');
    type(field, 'Hello');
    await key(field, { key: 'Enter' });
    expect(sent(host, 'run.ask')).toMatchObject([{ job: 'agent', agent: 'second', goal: 'Hello' }]);
  });

  it('sends the question to no other agent once the chosen one is off', async () => {
    let agents = ALL;
    const host = await open(estimated(), undefined, { 'agents.list': () => listed(...agents) });
    await press('Add or start');
    await press('Agent: Mine');
    type(find('.dock textarea') as HTMLTextAreaElement, 'Hello');
    agents = ALL.filter((agent) => agent !== OWN);
    await press('Add or start');
    await key(find('.dock textarea'), { key: 'Enter' });
    expect(sent(host, 'run.ask')).toEqual([]);
    expect((find('.dock textarea') as HTMLTextAreaElement).value).toBe('Hello');
    expect(find('.dock')?.textContent).toContain('That agent is switched off.');
  });

  it('offers none where none is on', async () => {
    await open(estimated(), undefined, { 'agents.list': () => listed(entry(TUTOR, { enabled: false })) });
    await press('Add or start');
    expect(button('Agent: ')).toBeUndefined();
  });
});
