import { act } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadManifestCheck } from '../../src/sidepanel/agents/manifest-check.ts';
import type { AgentEntry } from '../../src/lib/protocol/requests/agents.ts';
import { acted } from './acted.ts';
import { entry, listed, RESEARCHER, TUTOR } from './agent-frames.ts';
import { estimated, say, type Answers } from './script.ts';
import { alert, button, find, key, open, page, press, type } from './stand.tsx';

const OWN = entry(
  { ...RESEARCHER, id: 'mine', name: 'Mine', description: 'Mine alone.' },
  { source: 'own', text: 'id: mine # my own words\n' },
);
beforeAll(() => loadManifestCheck()); // what reads YAML comes late, once

const done = () => ({ ok: true, value: {} }) as const;
const ALL: readonly AgentEntry[] = [entry(RESEARCHER), entry(TUTOR, { enabled: false }), OWN];

const opened = async (agents = ALL, answers: Answers = {}) => {
  const host = await open(estimated(), undefined, {
    'agents.list': () => listed(...agents),
    'agents.enable': done,
    'agents.remove': done,
    'agents.save': () => ({ ok: true, value: { faults: [] } }),
    'run.ask': () => ({ ok: true, value: { runId: 'run-9' } }),
    ...answers,
  });
  await press('Agents');
  return host;
};
const sent = (host: Awaited<ReturnType<typeof open>>, name: string) =>
  host.requests.filter((request) => request.type === name);
const heading = (): string => find('.page-title')?.textContent ?? '';
const editor = (): HTMLTextAreaElement | null => find('.editor textarea') as HTMLTextAreaElement | null;
const rows = (): readonly string[] => Array.from(page().querySelectorAll('.agent-title'), (name) => name.textContent);
/** Until the check has been loaded and has said something. */
const judged = async (): Promise<string> => {
  for (let tries = 0; tries < 200; tries++) {
    const said = find('.verdict')?.textContent ?? '';
    if (said !== '' && said !== 'Checking…') return said;
    await acted(() => undefined);
  }
  throw new Error('The check says nothing.');
};
const rewrite = async (text: string): Promise<string> => {
  type(editor(), text);
  await acted(() => undefined);
  return judged();
};

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
    await press('Agents');
    expect(find('.placeholder')).not.toBeNull();
    expect(sent(host, 'agents.list')).toHaveLength(1);
    await press('Agents');
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
    expect(page().textContent).toContain('Cannot run: reader is switched off.');
    await acted(() => find('[role=switch]')?.click());
    expect(sent(host, 'agents.enable')).toMatchObject([{ id: 'web-researcher', enabled: false }]);
  });

  it('lets what cannot be read be removed, once more asked', async () => {
    const broken = [
      { id: 'odd', text: '', faults: [{ path: '', problem: 'is a list', hint: 'Correct the manifest.' }] },
    ];
    const host = await opened([], { 'agents.list': () => ({ ok: true, value: { agents: [], broken } }) });
    expect(find('section[aria-label="Cannot be read"]')?.textContent).toContain('Is a list. Correct the manifest.');
    await press('Remove');
    expect(sent(host, 'agents.remove')).toEqual([]);
    await press('Remove it');
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
    expect(facts).toContain('12 turns · 50,000 tokens · 2 minutes');
    expect(facts).toContain('3 times · 12,400 tokens · about 0.02 at the models’ prices');
    expect(facts).toContain('Use it for what needs several searches.');
    expect(find('.folded .said')?.textContent).toBe('Search, read, report.');
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

  it('cannot be tried while it is off, or while something runs', async () => {
    const host = await opened();
    await press('Tutor');
    expect(find('.attempt h3')?.textContent).toBe('Talk to Tutor');
    expect(find('.attempt .fine')?.textContent).toBe('Switch it on to try it.');
    await open(estimated(), [say.invoked()], { 'agents.list': () => listed(...ALL) });
    await press('Agents');
    await press('Web researcher');
    expect(find('.attempt .fine')?.textContent).toBe('When the present run is over.');
    expect(sent(host, 'run.ask')).toEqual([]);
  });

  it('exports it as its text', async () => {
    const host = await opened();
    await press('Mine');
    await press('Export');
    expect(host.did).toContain('save mine.yaml application/yaml;charset=utf-8 id: mine # my own words\n');
  });

  it('removes one of the person’s, asked once more', async () => {
    const host = await opened();
    await press('Mine');
    await press('Remove');
    expect(document.activeElement?.textContent).toBe('Keep it');
    await press('Keep it');
    expect(sent(host, 'agents.remove')).toEqual([]);
    await press('Remove');
    await press('Remove it');
    expect(sent(host, 'agents.remove')).toMatchObject([{ id: 'mine' }]);
    expect(heading()).toBe('Agents');
  });

  it('brings back the built-in one whose place it took', async () => {
    const host = await opened([entry(RESEARCHER, { source: 'own', replaces: true, text: 'id: web-researcher\n' })]);
    await press('Web researcher');
    expect(button('Remove')).toBeUndefined();
    await press('Restore');
    await press('Restore it');
    expect(sent(host, 'agents.remove')).toMatchObject([{ id: 'web-researcher' }]);
  });
});

describe('writing an agent', () => {
  it('begins with a small example that has no fault', async () => {
    const host = await opened();
    await press('New agent');
    expect(await judged()).toBe('No faults.');
    const text = editor()?.value ?? '';
    await press('Save');
    expect(sent(host, 'agents.save')).toMatchObject([{ manifest: { id: 'my-agent' }, text }]);
  });

  it('lists faults as one types, each with path, line and cure, and saves nothing meanwhile', async () => {
    const host = await opened();
    await press('New agent');
    await judged();
    const text = editor()?.value.replace('max_turns: 8', 'max_turns: many') ?? '';
    expect(await rewrite(text)).toBe('1 fault');
    expect(find('.faults')?.textContent).toContain('agent.limits.max_turns');
    expect(find('.faults')?.textContent).toMatch(/Write a whole number/);
    expect(editor()?.getAttribute('aria-invalid')).toBe('true');
    expect(button('Save')?.getAttribute('aria-disabled')).toBe('true');
    await press('Save');
    expect(sent(host, 'agents.save')).toEqual([]);
    await acted(() => find('.faults .place')?.click());
    const { value = '', selectionStart = 0, selectionEnd = 0 } = editor() ?? {};
    expect(document.activeElement).toBe(editor());
    expect(value.slice(selectionStart, selectionEnd)).toContain('max_turns: many');
  });

  it('makes a built-in one the person’s own, under its id', async () => {
    const host = await opened();
    await press('Web researcher');
    await press('Make it mine');
    await judged();
    expect(editor()?.value).toContain('id: web-researcher');
    await press('Save');
    expect(sent(host, 'agents.save')).toMatchObject([{ manifest: { id: 'web-researcher', name: 'Web researcher' } }]);
    expect(heading()).toBe('Web researcher');
  });

  it('edits one of the person’s in their own words', async () => {
    await opened();
    await press('Mine');
    await press('Edit');
    expect(editor()?.value).toBe('id: mine # my own words\n');
  });

  it('duplicates under an id that nobody has', async () => {
    await opened([entry(RESEARCHER), entry({ ...RESEARCHER, id: 'web-researcher-copy' }, { source: 'own' })]);
    await press('Web researcher');
    await press('Duplicate');
    expect(await judged()).toBe('No faults.');
    expect(editor()?.value).toContain('id: web-researcher-copy-2');
    expect(editor()?.value).toContain('name: Web researcher (copy)');
  });

  it('says whose place it would take', async () => {
    await opened();
    await press('New agent');
    await judged();
    await rewrite(editor()?.value.replace('id: my-agent', 'id: tutor') ?? '');
    expect(find('.editor .note')?.textContent).toContain('in the place of Tutor');
  });

  it('shows what the worker refuses it for, until it is changed', async () => {
    const faults = [{ path: 'agent.uses_tools[0]', problem: 'page2 is not there', hint: 'Name a tool.' }];
    await opened(ALL, { 'agents.save': () => ({ ok: true, value: { faults } }) });
    await press('New agent');
    await judged();
    await press('Save');
    expect(find('.faults')?.textContent).toContain('Page2 is not there. Name a tool.');
    await rewrite(`${editor()?.value ?? ''}\n`);
    expect(find('.faults')).toBeNull();
  });

  it('keeps what is not saved until the person says that it may go, wherever they go', async () => {
    await opened();
    await press('New agent');
    await judged();
    await rewrite('id: precious');
    for (const leave of ['Back', 'Cancel', 'Agents', 'History']) {
      await press(leave);
      expect(find('.confirmation')?.textContent).toContain('This is not saved yet.');
      await press('Keep editing');
      expect(editor()?.value).toBe('id: precious');
    }
    const unload = new Event('beforeunload', { cancelable: true });
    act(() => void dispatchEvent(unload));
    expect(unload.defaultPrevented).toBe(true);
    await press('History');
    await press('Leave without saving');
    expect(heading()).toBe('History');
  });

  it('is left at once where nothing was typed', async () => {
    await opened();
    await press('New agent');
    await press('Back');
    expect(heading()).toBe('Agents');
  });

  it('reads a file into it, and none that is too long', async () => {
    await opened();
    const input = find('input[type=file]') as HTMLInputElement;
    const give = (file: File): Promise<void> =>
      acted(() => {
        Object.defineProperty(input, 'files', { value: [file], configurable: true });
        input.dispatchEvent(new Event('change', { bubbles: true }));
      });
    await give(new File(['x'.repeat(300_000)], 'long.yaml'));
    expect(alert()).toContain('at most 60,000 characters');
    const file = new File(['id: from-file\n'], 'a.yaml');
    file.text = () => Promise.resolve('id: from-file\n'); // jsdom's files have no text()
    await give(file);
    expect(editor()?.value).toBe('id: from-file\n');
  });
});

describe('asking an agent directly', () => {
  const choose = async () => {
    const host = await open(estimated(), undefined, {
      'agents.list': () => listed(...ALL, entry({ ...TUTOR, id: 'second', name: 'Second' })),
      'run.ask': () => ({ ok: true, value: { runId: 'run-9' } }),
    });
    await acted(() => page().querySelectorAll<HTMLInputElement>('.where input')[2]?.click());
    return host;
  };

  it('offers those that are on, and sends the question to the one that is chosen', async () => {
    const host = await choose();
    const select = find('.agent-choice') as HTMLSelectElement;
    expect(Array.from(select.options, ({ text }) => text)).toEqual(['Web researcher', 'Mine', 'Second']);
    act(() => {
      select.value = 'second';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    const field = find('.dock textarea') as HTMLTextAreaElement;
    expect(field.placeholder).toBe('Say something to Second…');
    type(field, 'Hello');
    await key(field, { key: 'Enter' });
    expect(sent(host, 'run.ask')).toMatchObject([{ job: 'agent', agent: 'second', goal: 'Hello' }]);
  });

  it('says so where none is on', async () => {
    await open(estimated(), undefined, { 'agents.list': () => listed(entry(TUTOR, { enabled: false })) });
    await acted(() => page().querySelectorAll<HTMLInputElement>('.where input')[2]?.click());
    expect((find('.dock textarea') as HTMLTextAreaElement).placeholder).toBe('No agent is switched on.');
  });
});
