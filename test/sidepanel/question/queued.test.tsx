/** A question that is sent before the panel knows whether the page can be read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/lib/protocol/requests/requests.ts';
import { acted } from '../kit/acted.ts';
import { estimated, frames, OPENING, RUN, say, TAB } from '../kit/script.ts';
import { find, key, open, page, press, restart, type } from '../kit/stand.tsx';

const box = (): HTMLTextAreaElement | null => find('#ask-field') as HTMLTextAreaElement | null;
const chips = (): string => find('.chips')?.textContent ?? '';
const ask = async (text: string): Promise<void> => {
  type(box(), text);
  await key(box(), { key: 'Enter' });
};
const unreadable = { ok: false, error: { code: 'page.browser-page', message: 'No.', hint: '' } } as const;

/** Nothing is known yet: neither the tab nor its page. */
async function openUnknown() {
  let reply: (reply: Reply<'page.estimate'>) => void = () => undefined;
  const looked = new Promise<Reply<'page.estimate'>>((resolve) => (reply = resolve));
  const answers = { 'page.estimate': () => looked };
  const host = await open(estimated(), undefined, answers, {}, undefined, null);
  const asked = () => host.requests.filter(({ type: name }) => name === 'run.ask' || name === 'run.follow');
  const steps = {
    view: () => acted(() => host.view(TAB)),
    tell: () => acted(() => host.emit({ type: 'tab', tabId: TAB.tabId, runId: null, pinned: false })),
    look: (found: Reply<'page.estimate'>) => acted(() => reply(found)),
  };
  return { host, asked, steps };
}

describe('a question that is sent while the page is being checked', () => {
  it('is asked once, when that is over, however early it was sent, or stays with what to do', async () => {
    const sends = fc.integer({ min: 0, max: 2 });
    await fc.assert(
      fc.asyncProperty(sends, fc.boolean(), fc.boolean(), async (at, canRead, writesOn) => {
        const { asked, steps } = await openUnknown();
        const rest = [steps.view, steps.tell, () => steps.look(canRead ? estimated() : unreadable)];
        for (const step of rest.slice(0, at)) await step();
        await ask('How high?');
        expect([box()?.value, chips(), asked()]).toEqual(['', 'Next: How high?', []]);
        if (writesOn) type(box(), 'And how old?');
        for (const step of rest.slice(at)) await step();
        const others = writesOn ? ['And how old?'] : [];
        expect(asked()).toMatchObject(canRead ? [{ goal: 'How high?', tabId: TAB.tabId }] : []);
        expect(box()?.value).toBe([...(canRead ? [] : ['How high?']), ...others].join('\n'));
        expect(chips()).toBe('');
        const why = find('.ask [role=alert]')?.textContent;
        expect(why).toBe(canRead ? undefined : 'Not asked. This page can’t be read.');
        restart();
      }),
      { numRuns: 12 },
    );
  });

  it('can go to the model where the page cannot be read', async () => {
    const { asked, steps } = await openUnknown();
    await steps.view();
    await steps.tell();
    await ask('How high?');
    await steps.look(unreadable);
    await press('Ask without the page');
    await key(box(), { key: 'Enter' });
    expect(asked()).toMatchObject([{ job: 'chat', goal: 'How high?' }]);
  });

  it('is taken back by a press, and is one', async () => {
    const { asked, steps } = await openUnknown();
    await steps.view();
    await ask('How high?');
    await ask('How deep?');
    expect(find('.ask [role=alert]')?.textContent).toContain('already waiting');
    await press('Remove the next question');
    expect(box()?.value).toBe('How high?\nHow deep?');
    await steps.tell();
    await steps.look(estimated());
    expect(asked()).toEqual([]);
  });

  it('is not asked of another page that the tab goes to meanwhile', async () => {
    const { host, asked, steps } = await openUnknown();
    await steps.view();
    await steps.tell();
    await ask('How high?');
    await acted(() => host.view({ ...TAB, url: 'https://other.example/' }));
    await steps.look(estimated({ url: 'https://other.example/' }));
    expect(asked()).toEqual([]);
    expect([box()?.value, find('.ask [role=alert]')?.textContent]).toEqual([
      'How high?',
      'Not asked. The tab shows another page now.',
    ]);
  });

  it('is of the first page whose address comes to be known', async () => {
    const { host, asked, steps } = await openUnknown();
    const view = (url: string) => acted(() => host.view({ ...TAB, url }));
    await ask('How high?');
    await view('');
    await steps.tell();
    await view(TAB.url);
    await view('https://other.example/');
    await steps.look(estimated({ url: 'https://other.example/' }));
    expect(asked()).toEqual([]);
    expect([box()?.value, find('.ask [role=alert]')?.textContent]).toEqual([
      'How high?',
      'Not asked. The tab shows another page now.',
    ]);
  });

  it('goes on in a conversation that was stopped', async () => {
    const { host, asked, steps } = await openUnknown();
    await steps.view();
    await acted(() => {
      host.emit({ type: 'tab', tabId: TAB.tabId, runId: RUN, pinned: false });
      const stopped = [...OPENING, say.control({ control: 'cancel' })];
      host.emit({ type: 'frames', runId: RUN, frames: frames(...stopped) });
    });
    await ask('How high?');
    expect(asked()).toEqual([]);
    await steps.look(estimated());
    expect(asked()).toMatchObject([{ goal: 'How high?', runId: RUN }]);
    expect(page().textContent).not.toContain('Not asked');
  });
});
