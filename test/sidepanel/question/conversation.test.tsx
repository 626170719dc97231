/** A conversation on screen: what was asked before, where the next question goes, and what keeps still meanwhile. */
import { act } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunRequest } from '../../../src/lib/agent/frames/frames.ts';
import type { FrameDraft } from '../../../src/lib/agent/frames/stamp.ts';
import { termsIn, wishIn } from '../../kit/runs/spec.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, OPENING, RUN, say, SPEC, TAB } from '../kit/script.ts';
import {
  alert,
  article,
  button,
  find,
  key,
  leave,
  open,
  openReceipt,
  page,
  press,
  restart,
  status,
  type,
} from '../kit/stand.tsx';
import { Markdown } from '../../../src/sidepanel/markdown/markdown.tsx';

vi.mock('../../../src/sidepanel/markdown/markdown.tsx', { spy: true });

const follow = (request: Partial<RunRequest>): FrameDraft =>
  say.control({ control: 'follow', request: { ...wishIn(SPEC), job: 'ask', ...request }, config: termsIn(SPEC) });
const answered = (text: string, step: number): readonly FrameDraft[] => {
  const decide = `${String(step)}/decide`;
  return [
    say.decide(decide, step),
    say.reply(text, decide),
    say.usage(100, 10, decide),
    say.plan(step, { by: 'model', decision: 'respond', reply: decide }),
    say.answer(text),
  ];
};
const SUMMARY: readonly FrameDraft[] = [
  ...OPENING,
  say.reply('**How tides work**\n\nThe moon *pulls*.'),
  say.usage(100, 10),
  say.plan(2, { decision: 'respond', by: 'model', reply: 'answer' }),
  say.answer('**How tides work**\n\nThe moon *pulls*.'),
];
const TWO: readonly FrameDraft[] = [...SUMMARY, follow({ goal: 'How **high**?' }), ...answered('Two metres.', 3)];
const THREE: readonly FrameDraft[] = [...TWO, follow({ goal: 'And where?' }), ...answered('At *sea*.', 4)];

const box = (): HTMLTextAreaElement | null => find('textarea[aria-label="Ask about this page"]') as HTMLTextAreaElement;
const asked = (): readonly string[] => [...page().querySelectorAll('.asked')].map((h) => h.textContent);
const sent = (host: Awaited<ReturnType<typeof open>>, name: string) => host.requests.filter((r) => r.type === name);
const present = (): HTMLElement | null => find('.present');
const ask = async (text: string): Promise<void> => {
  type(box(), text);
  await key(box(), { key: 'Enter' });
};

const scrolled = vi.fn();
beforeEach(() => {
  scrolled.mockClear();
  Element.prototype.scrollIntoView = function (this: Element, to) {
    scrolled(this.className, to);
  };
  vi.stubGlobal('scrollY', 0);
});

describe('a conversation', () => {
  it('shows what was asked and answered before, in order, above the present question', async () => {
    await open(estimated(), THREE);
    expect(asked()).toEqual(['Summary', 'Question: How **high**?', 'Question: And where?']);
    const shown = [...page().querySelectorAll('article')].map(({ innerHTML }) => innerHTML);
    expect(shown).toEqual([
      '<p>The moon <em>pulls</em>.</p>', // the page’s title stands above it all
      '<p>Two metres.</p>',
      '<p>At <em>sea</em>.</p>',
    ]);
    expect(present()?.querySelectorAll('article')).toHaveLength(1);
    await openReceipt();
    expect(page().textContent).toContain('This conversation');
    expect(page().textContent).not.toContain('This answer');
  });

  it('shows some lines of what was asked, and the rest of a long question on a press', async () => {
    const long = [say.invoked({ job: 'ask', goal: 'Why? '.repeat(99) }), ...answered('So.', 1)];
    await open(estimated(), long);
    expect([find('.asked.clamp'), button('Show all')]).toEqual([find('.asked'), undefined]);
    const sizes = [
      vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(200),
      vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(80),
    ];
    onTestFinished(() => sizes.forEach((size) => size.mockRestore()));
    restart();
    await open(estimated(), long);
    await press('Show all');
    expect(find('.asked')?.className).toBe('asked');
    expect(button('Show less')?.getAttribute('aria-controls')).toBe(find('.asked')?.id);
    await press('Show less');
    expect(find('.asked')?.className).toBe('asked clamp');
  });

  it('says of what ended early that it did', async () => {
    const stopped = [...OPENING, say.control({ control: 'cancel' }), follow({ goal: 'Why?' })];
    const part = [
      say.decide('3/decide', 3),
      say.reply('Half', '3/decide', 'aborted'),
      say.answer('Half', 'Time is up.'),
    ];
    await open(estimated(), [...stopped, ...part, follow({ goal: 'Now?' }), ...answered('Yes.', 4)]);
    const notes = [...page().querySelectorAll('.exchange .note')].map((note) => note.textContent);
    expect(notes).toEqual(['Stopped before there was an answer.', 'Time is up.']);
  });

  it('renders nothing of what was before again while the present answer is written', async () => {
    const growing = [...THREE, follow({ goal: 'More?' }), say.decide('5/decide', 5)];
    const host = await open(estimated(), growing);
    const before = [...page().querySelectorAll('.exchange')];
    const drawn = vi.mocked(Markdown);
    drawn.mockClear();
    for (const [from, text] of [
      [0, 'A '],
      [2, 'word '],
      [7, 'more'],
    ] as const)
      act(() => host.emit({ type: 'draft', runId: RUN, key: '5/decide', from, text }));
    expect(present()?.textContent).toContain('A word more');
    expect(drawn.mock.calls.map(([{ text }]) => text)).toEqual(['A ', 'A word ', 'A word more']);
    expect([...page().querySelectorAll('.exchange')]).toEqual(before);
  });

  it('opens at its present question, and brings a new one to the top as it begins', async () => {
    const host = await open(estimated(), TWO);
    expect(scrolled.mock.calls).toEqual([['stack gap-4 present', { block: 'start', behavior: 'instant' }]]);
    scrolled.mockClear();
    await ask('And where?');
    expect(scrolled).not.toHaveBeenCalled();
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...THREE).slice(TWO.length) }));
    expect(scrolled.mock.calls).toEqual([['stack gap-4 present', { block: 'start' }]]);
  });

  it('returns to where the reader was before another tab, unless something was asked since', async () => {
    const host = await open(estimated(), TWO);
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
    const look = (tabId: number, drafts: readonly FrameDraft[]) =>
      acted(() => {
        host.view({ ...TAB, tabId });
        host.emit({ type: 'tab', tabId, runId: drafts.length === 0 ? null : RUN, pinned: false });
        host.emit({ type: 'frames', runId: RUN, frames: frames(...drafts) });
      });
    scrolled.mockClear();
    vi.stubGlobal('scrollY', 300);
    const folds = () => [...page().querySelectorAll<HTMLDetailsElement>('main details')];
    const last = folds().length - 1;
    expect([last > 0, folds().some(({ open: isOpen }) => isOpen)]).toEqual([true, false]);
    folds()[last]?.setAttribute('open', '');
    await look(8, []);
    vi.stubGlobal('scrollY', 0);
    await look(TAB.tabId, TWO);
    expect(folds().map(({ open: isOpen }) => isOpen)).toEqual(folds().map((_, index) => index === last));
    expect(scrollTo.mock.calls).toEqual([[{ top: 300, behavior: 'instant' }]]);
    expect(scrolled).not.toHaveBeenCalled();
    await look(8, []);
    await look(TAB.tabId, THREE);
    expect(scrollTo).toHaveBeenCalledTimes(1);
    expect(scrolled.mock.calls).toEqual([['stack gap-4 present', { block: 'start', behavior: 'instant' }]]);
  });

  it('leaves a reader alone who has moved since they asked, or who asked nothing', async () => {
    const host = await open(estimated(), TWO);
    scrolled.mockClear();
    await ask('And where?');
    vi.stubGlobal('scrollY', 300);
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...THREE).slice(TWO.length) }));
    const unasked = [...THREE, follow({ goal: 'From elsewhere' })];
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...unasked) }));
    expect(asked().at(-1)).toBe('Question: From elsewhere');
    expect(scrolled).not.toHaveBeenCalled();
  });
});

describe('the next question', () => {
  it('goes on in the conversation, which stays in view until it does', async () => {
    const host = await open(estimated(), TWO);
    expect(box()?.placeholder).toBe('Ask a follow-up…');
    await ask(' And where? ');
    expect(sent(host, 'run.follow')).toMatchObject([
      { runId: RUN, goal: 'And where?', tabId: TAB.tabId, also: [], selection: null },
    ]);
    expect(sent(host, 'run.ask')).toEqual([]);
    expect(box()?.value).toBe('');
    expect(status()).toBe('Starting…'); // also after the worker has said yes, until its frames come
    expect(article('Answer')?.textContent).toBe('Two metres.');
    await acted(() => host.emit({ type: 'frames', runId: RUN, frames: frames(...THREE).slice(TWO.length) }));
    expect(status()).toBe('Answer ready');
    expect(asked().at(-1)).toBe('Question: And where?');
  });

  it('keeps its words when it could not be delivered, and can be asked again', async () => {
    const error = { code: 'worker.silent', message: 'No answer.', hint: 'Try again.' };
    const host = await open(estimated(), TWO, { 'run.follow': () => ({ ok: false, error }) });
    await ask('And where?');
    expect(alert()).toContain('No answer.');
    expect(box()?.value).toBe('And where?');
    expect(status()).toBe('Answer ready');
    await key(box(), { key: 'Enter' });
    expect(sent(host, 'run.follow')).toHaveLength(2);
  });

  it('begins a new conversation once the one before is left', async () => {
    const host = await open(estimated(), TWO);
    await leave(host);
    expect(sent(host, 'run.leave')).toMatchObject([{ runId: RUN }]);
    expect(box()?.placeholder).toBe('Ask about this page…');
    await ask('Something else?');
    expect(sent(host, 'run.follow')).toEqual([]);
    expect(sent(host, 'run.ask')).toMatchObject([{ goal: 'Something else?', also: [], selection: null }]);
  });

  it('begins a new conversation where the tab shows another page, unless the person goes on', async () => {
    const host = await open(estimated({ url: 'https://example.org/elsewhere', title: 'Elsewhere' }), TWO);
    await ask('What is this?');
    expect(sent(host, 'run.ask')).toMatchObject([{ goal: 'What is this?' }]);
    restart();
    const other = await open(estimated({ url: 'https://example.org/elsewhere', title: 'Elsewhere' }), TWO);
    await press('Continue');
    await ask('And how deep?');
    expect(sent(other, 'run.follow')).toMatchObject([{ runId: RUN, goal: 'And how deep?' }]);
  });

  it('goes on after a wish that failed or was stopped', async () => {
    const failed = [...TWO, follow({ goal: 'And?' }), say.error('model.odd', 'm', 'c')];
    const host = await open(estimated(), failed);
    expect(box()?.placeholder).toBe('Ask a follow-up…');
    await ask('Once more?');
    expect(sent(host, 'run.follow')).toMatchObject([{ runId: RUN }]);
  });

  it('is for the first of a tab a question like any other', async () => {
    const host = await open();
    await press('New conversation'); // nothing to leave
    expect(sent(host, 'run.leave')).toEqual([]);
    await ask('How high?');
    expect(sent(host, 'run.ask')).toHaveLength(1);
  });
});

describe('what is wanted of a selection', () => {
  const HASH = 'b'.repeat(64);
  const taken = (words: string, of = HASH): FrameDraft => ({
    ...say.result('sel', 'Took the selection.'),
    ...{ payload: 'selection' },
    ...({
      objects: [
        {
          name: 'selection',
          body: { hash: 'x', length: 900, tokens: 200, preview: 'What stands before it. '.repeat(9) },
          meta: {
            url: TAB.url,
            page: TAB.url,
            title: TAB.title,
            language: 'en',
            path: [],
            of,
            words,
            cut: false,
          },
          hidden: false,
        },
      ],
    } as object),
  });
  const explained = (words: string, spec: Partial<RunRequest> = {}): readonly FrameDraft[] => [
    say.invoked({ job: 'explain', goal: 'g', action: 'explain', selection: HASH, ...spec }),
    say.plan(1),
    say.toolCall('explain_text_with_context', 'sel'),
    taken(words),
    ...answered('It is the moon.', 2),
  ];
  const quotation = (): HTMLElement | null => find('.present blockquote');

  it('is named above the words it is about, which are a quotation and can do nothing', async () => {
    await open(estimated(), explained('the *lunar* pull \u202E<img src=x>'));
    expect(asked()).toEqual(['Explain']);
    expect(quotation()?.textContent).toBe('the lunar pull <img src=x>');
    expect(quotation()?.getAttribute('dir')).toBe('auto');
    expect(quotation()?.querySelector('img')).toBeNull();
    expect(button('Show all')).toBeUndefined();
  });

  it('shows code as code, and a long selection in part until all of it is wanted', async () => {
    await open(estimated(), explained('```js\nlet a = 1;\nlet b = 2;\nlet c = 3;\n```'));
    expect(quotation()?.querySelector('pre code')?.textContent).toContain('let b = 2;');
    expect(quotation()?.dataset['clipped']).toBe('true');
    await press('Show all');
    expect(quotation()?.dataset['clipped']).toBe('false');
    expect(button('Show less')?.getAttribute('aria-expanded')).toBe('true');
  });

  it.each([
    ['rewrite', 'g', 'simplify', 'Simplify'],
    ['rewrite', 'g', 'translate', 'Translate into German'],
    ['rewrite', 'As a *limerick*, please', 'preset', 'As a *limerick*, please'],
    ['research', 'g', 'search', 'Search the web'],
    ['research', 'Simplify', '', 'Question: Simplify'],
  ] as const)(
    'calls what %s is to do, “%s” (%s), by what the person pressed or typed',
    async (job, goal, action, name) => {
      await open(estimated(), explained('tides', { job, goal, action, language: 'de' }));
      expect(asked()).toEqual([name]);
    },
  );

  it('stays with the question it was asked with when the conversation goes on', async () => {
    await open(estimated(), [...explained('the pull'), follow({ goal: 'Why?' }), ...answered('So.', 3)]);
    expect(find('.exchange blockquote')?.textContent).toBe('the pull');
    expect(quotation()).toBeNull();
  });
});
