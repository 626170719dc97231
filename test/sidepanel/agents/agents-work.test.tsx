import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { asking, by, called, calls, cardOf, RESEARCHER, toKeep, TUTOR } from '../kit/agent-frames.ts';
import { asked, estimated, RUN, say } from '../kit/script.ts';
import { article, button, find, open, openReceipt, page, press, status } from '../kit/stand.tsx';
import { searchRound, result } from '../kit/web-frames.ts';

const KEY = '1.0/researcher';
const BEGUN: readonly FrameDraft[] = [
  say.invoked({ job: 'ask', goal: 'Who found it?', agents: [cardOf(RESEARCHER), cardOf(TUTOR)] }),
  ...calls(RESEARCHER, KEY, 'Find out who found the error.'),
  ...called(RESEARCHER, [KEY], 'Find out who found the error.', 'It is about tides.'),
];
const SEARCHING: readonly FrameDraft[] = [
  ...BEGUN,
  ...by(
    RESEARCHER,
    [KEY],
    say.decide(`${KEY}/0/decide`, 1),
    say.reply('', `${KEY}/0/decide`),
    say.usage(3000, 400, `${KEY}/0/decide`),
    say.plan(1, { by: 'model', reply: `${KEY}/0/decide`, thought: 'I search first.' }),
    say.toolCall('search_web_for_info', `${KEY}/search`, { query: 'tide error' }),
  ),
];
const found = say.result(`${KEY}/search`, 'One result.');
if (found.kind !== 'tool.result') throw new Error('drafts');
const round = searchRound('tide error', [result('w1', 'https://news.example/')]);
const REPORTED: readonly FrameDraft[] = [
  ...SEARCHING,
  ...by(
    RESEARCHER,
    [KEY],
    {
      ...found,
      tool: 'search_web_for_info',
      objects: [
        {
          name: 'results',
          body: { hash: 'r', length: 5, tokens: 1, preview: 'r' },
          meta: round,
          hidden: false,
        },
      ],
    },
    say.decide(`${KEY}/1/decide`, 2),
    say.reply('The report nobody asked to read.', `${KEY}/1/decide`),
    say.plan(2, { by: 'model', decision: 'respond', reply: `${KEY}/1/decide` }),
    say.answer('The report nobody asked to read.'),
  ),
];
const ANSWERED: readonly FrameDraft[] = [
  ...REPORTED,
  { ...say.result(KEY, 'Web researcher reports.'), tool: 'agent_web_researcher', payload: 'report' } as FrameDraft,
  say.modelCall('2/answer'),
  say.reply('Volunteers found it.', '2/answer'),
  say.plan(2, { decision: 'respond', by: 'model', reply: '2/answer' }),
  say.answer('Volunteers found it.'),
];

const tree = (): HTMLDetailsElement | null => page().querySelector<HTMLDetailsElement>('.agent-work > details');
async function unfold(details: HTMLDetailsElement | null): Promise<void> {
  await act(async () => {
    if (details) details.open = true;
    details?.dispatchEvent(new Event('toggle'));
    await Promise.resolve();
  });
}

describe('an agent at work in a run', () => {
  it('is named in the status with what it does', async () => {
    await open(estimated(), SEARCHING);
    expect(status()).toBe('Web researcher: searching the web');
  });

  it('shows as a tree under its call: name, task, state, steps and tokens, its steps on opening', async () => {
    await open(estimated(), SEARCHING);
    expect(tree()?.querySelector('summary')?.textContent).toMatch(
      /What it did.*Searching the web.*1 step.*3,400 tokens/,
    );
    expect(find('.now .step-name')?.textContent).toBe('Web researcher');
    expect(find('.now .step-state')?.textContent).toBe('running');
    expect(find('.agent-work .task')?.textContent).toContain('Find out who found the error.');
    expect(tree()?.querySelector('ol')).toBeNull();
    await unfold(tree());
    const steps = tree()?.querySelector('ol[aria-label="What Web researcher did"]');
    expect(steps?.textContent).toContain('Search the web');
    expect(steps?.textContent).toContain('I search first.');
    expect(tree()?.textContent).toContain('It is about tides.');
  });

  it('has its steps nowhere else: those of the main agent are its own', async () => {
    await open(estimated(), ANSWERED);
    const steps = find('details.steps');
    expect(steps?.querySelector('summary')?.textContent).toMatch(/^Worked \d+ s: asked Web researcher$/);
    expect(
      Array.from(steps?.querySelectorAll(':scope > ol > li > .step-name') ?? [], (name) => name.textContent),
    ).toEqual(['Web researcher', 'Write the answer']);
  });

  it('has its searches in its tree, and not beside the answer', async () => {
    await open(estimated(), ANSWERED);
    expect(find('.present > .searches')).toBeNull();
    await unfold(tree());
    expect(tree()?.querySelector('.searches')?.textContent).toContain('1 search');
  });

  it('never says the answer: what it streams and reports is not drawn as one', async () => {
    const host = await open(estimated(), [...SEARCHING, ...by(RESEARCHER, [KEY], say.modelCall(`${KEY}/answer`))]);
    act(() =>
      host.emit({ type: 'draft', runId: RUN, key: `${KEY}/answer`, from: 0, text: 'Secret words of the agent' }),
    );
    expect(article('Answer')).toBeNull();
    expect(page().textContent).not.toContain('Secret words');
  });

  it('reports to the main agent alone', async () => {
    await open(estimated(), REPORTED);
    expect(article('Answer')).toBeNull();
    expect(page().textContent).not.toContain('nobody asked to read');
  });

  it('has its report in its tree, drawn as text of its own', async () => {
    await open(estimated(), ANSWERED);
    await unfold(tree());
    expect(tree()?.querySelector('article')?.textContent).toBe('The report nobody asked to read.');
    expect(tree()?.querySelector('article')?.getAttribute('aria-label')).toBe('Its report');
  });

  it('gives way to the answer of the main agent, after a reload too', async () => {
    await open(estimated(), ANSWERED);
    expect(article('Answer')?.textContent).toContain('Volunteers found it.');
    expect(article('Answer')?.textContent).not.toContain('report');
  });

  it('is stopped with the run: its tree says so', async () => {
    await open(estimated(), [...SEARCHING, say.control({ control: 'cancel' })]);
    await unfold(tree());
    expect(find('.agent-work')?.dataset['state']).toBe('cut');
    expect(find('details.steps > ol > li:nth-child(1) > .step-state')?.textContent).toBe('cut short');
    expect(tree()?.querySelector('ol [data-state=running]')).toBeNull();
  });

  it('shows agents that it called within its own tree', async () => {
    const inner = `${KEY}/tutor`;
    await open(estimated(), [
      ...SEARCHING.slice(0, -1),
      ...by(RESEARCHER, [KEY], say.toolCall('agent_tutor', inner, { task: 'Explain.' })),
      ...called({ ...TUTOR, agent: { ...TUTOR.agent, integration_mode: 'tool' } }, [KEY, inner], 'Explain.'),
      ...by(TUTOR, [KEY, inner], say.decide(`${inner}/0/decide`, 1)),
    ]);
    expect(status()).toBe('Tutor: thinking');
    await unfold(tree());
    expect(find('.agent-work ol .step-name')?.textContent).toContain('Tutor');
    expect(find('.agent-work .agent-work .task')?.textContent).toContain('Explain.');
  });
});

describe('the receipt of a run with agents', () => {
  it('says what the main agent and each other spent, which add up to the whole', async () => {
    await open(estimated(), ANSWERED);
    await openReceipt();
    const figures = (id: string): readonly (string | undefined)[] => {
      const row = find(`tr[data-agent="${id}"]`)?.dataset;
      return [row?.['input'], row?.['output']];
    };
    expect(figures('')).toEqual(['400', '20']);
    expect(figures('web-researcher')).toEqual(['3000', '400']);
    expect(find('tr[data-total=agent]')?.dataset['input']).toBe('3400');
  });
});

describe('what an agent asks', () => {
  it('is asked under its name', async () => {
    const host = await open(estimated(), [
      ...BEGUN,
      ...by(
        RESEARCHER,
        [KEY],
        say.plan(1, { by: 'model', decision: 'ask' }),
        say.ask('question', `${KEY}/q`, 'Which one?'),
        asking,
      ),
      asking,
    ]);
    expect(find('.asking h2')?.textContent).toBe('Web researcher has a question');
    expect(status()).toBe('Web researcher: needs your answer');
    expect(find('progress')).toBeNull();
    expect(host.requests.filter(({ type }) => type === 'run.answer')).toEqual([]);
  });

  it('says whose call is to be agreed to', async () => {
    await open(estimated(), [
      ...BEGUN,
      ...by(
        RESEARCHER,
        [KEY],
        say.plan(1, { by: 'model' }),
        say.ask('approval', `${KEY}/link`, '', asked('open_link', { url: 'https://a.example/' })),
        asking,
      ),
      asking,
    ]);
    expect(find('.wanted-by')?.textContent).toBe('Requested by Web researcher.');
  });
});

describe('an agent that is to be kept', () => {
  const proposed = (manifest: object, replace?: boolean): readonly FrameDraft[] => [
    ...BEGUN,
    ...by(
      RESEARCHER,
      [KEY],
      say.plan(1, { by: 'model' }),
      say.ask('approval', `${KEY}/save`, '', toKeep(manifest, replace)),
      asking,
    ),
    asking,
  ];

  it('is drawn as a person reads it: what it is for, each tool in words, agents it may call, limits, instructions whole', async () => {
    const manifest = {
      ...RESEARCHER,
      id: 'price-finder',
      name: 'Price finder',
      agent: { ...RESEARCHER.agent, uses_tools: ['page', 'open_link', 'tutor'], instructions: 'Line one.\nLine two.' },
    };
    await open(estimated(), proposed(manifest));
    const card = find('.asking');
    expect(card?.querySelector('h2')?.textContent).toBe('Save this agent?');
    expect(card?.querySelector('.host')?.textContent).toBe('Price finder');
    const facts = Array.from(card?.querySelectorAll('.proposal dt, .proposal dd') ?? [], (each) => each.textContent);
    expect(facts.slice(0, 5)).toEqual([
      'Tools it may use',
      'Read the open pages, and find things in them page',
      'Open a link open_link',
      'May call',
      'tutor',
    ]);
    expect(card?.textContent).toContain('12 steps · 50,000 tokens · 2 minutes');
    expect(card?.querySelector('.folded .exact')?.textContent).toBe('Line one.line break\nLine two.');
    expect(card?.querySelector('.manifest')?.textContent).toContain('"natural_language_description"');
    expect(button('Save')).toBeDefined();
    expect(button('Allow once')).toBeUndefined();
  });

  it('writes out what hides or turns in its words, and draws no markup', async () => {
    const manifest = { ...RESEARCHER, name: 'Safe\u202Eevil', description: '<b>bold</b> \u0007' };
    await open(estimated(), proposed(manifest));
    const card = find('.asking');
    expect(card?.querySelector('.host')?.textContent).toBe('Safe\\u202Eevil');
    expect(card?.querySelector('b')).toBeNull();
    expect(card?.textContent).toContain('<b>bold</b> \\u0007');
  });

  it('names what would push words out of sight', async () => {
    const gap = `a${' '.repeat(400)}b${'\n'.repeat(90)}c`;
    const agent = { ...RESEARCHER.agent, instructions: gap };
    await open(
      estimated(),
      proposed({ ...RESEARCHER, name: gap, description: gap, natural_language_description: gap, agent }),
    );
    const named = [...page().querySelectorAll('.proposal .exact')].map(({ textContent }) => textContent);
    expect(named.filter((text) => text === 'a400 spacesb90 line breaks\nc')).toHaveLength(4);
  });

  it('says that it takes the place of another', async () => {
    await open(estimated(), proposed(RESEARCHER, true));
    expect(find('.proposal .warn')?.textContent).toContain('Replaces the existing agent “web-researcher”');
  });

  it('is shown argument by argument where it is no manifest that can be drawn', async () => {
    await open(estimated(), proposed({ id: 'x', agent: 7 }));
    expect(find('.proposal')).toBeNull();
    expect(find('.asking .exact')?.textContent).toBe('{"id":"x","agent":7}');
    await press('Decline');
  });
});
