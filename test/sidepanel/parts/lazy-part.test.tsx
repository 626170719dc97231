import { act } from 'react';
import { createRoot } from 'react-dom/client';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PanelContext } from '../../../src/sidepanel/panel-context.ts';
import { createLazyPart, passInOrder, type LazyPart } from '../../../src/sidepanel/parts/lazy-part.ts';
import { Lazy } from '../../../src/sidepanel/parts/lazy.tsx';
import { createPanel } from '../../../src/sidepanel/store.ts';
import { acted } from '../kit/acted.ts';
import { scriptedHost } from '../kit/script.ts';

/** A part that comes, or fails, when the test says so. */
function createHeldPart<M extends object>() {
  const attempts: { readonly resolve: (module: M) => void; readonly reject: (reason: Error) => void }[] = [];
  const part = createLazyPart(() => new Promise<M>((resolve, reject) => attempts.push({ resolve, reject })));
  return { part, attempts };
}

describe('a lazy part', () => {
  it('is loaded once, whoever asks for it', async () => {
    const { part, attempts } = createHeldPart<{ words: string }>();
    const [first, second] = [part.load(), part.load()];
    expect(() => part.get()).toThrow('before it is loaded');
    attempts[0]?.resolve({ words: 'here' });
    expect([await first, await second, part.get()]).toEqual(Array(3).fill({ words: 'here' }));
    expect(attempts).toHaveLength(1);
  });

  it('can be asked for again once it has failed', async () => {
    const { part, attempts } = createHeldPart<{ words: string }>();
    const first = part.load();
    attempts[0]?.reject(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    const second = part.load();
    attempts[1]?.resolve({ words: 'back' });
    expect(await second).toEqual({ words: 'back' });
    expect(part.store.getState().hasFailed).toBe(false);
  });
});

describe('events that may need a part', () => {
  interface Event {
    readonly id: number;
    readonly needs: boolean;
  }
  const pass = (part: LazyPart<object>) => {
    const passed: Event[] = [];
    const failures: string[] = [];
    const on = passInOrder<Event>(
      part,
      ({ needs }) => needs,
      (event) => passed.push(event),
      () => failures.push('failed'),
    );
    return { on, passed, failures };
  };

  it('keep their order, and none that needs it comes before it, whenever it is loaded', async () => {
    const events = fc.array(fc.boolean(), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(events, events, async (before, after) => {
        const { part, attempts } = createHeldPart<object>();
        const { on, passed } = pass(part);
        const all = [...before, ...after].map((needs, id) => ({ id, needs }));
        all.slice(0, before.length).forEach(on);
        expect(passed).toEqual(
          before.includes(true) ? all.slice(0, before.indexOf(true)) : all.slice(0, before.length),
        );
        if (attempts.length === 0) void part.load();
        attempts[0]?.resolve({});
        await part.load();
        all.slice(before.length).forEach(on);
        expect(passed).toEqual(all);
      }),
    );
  });

  it('are dropped if it cannot be loaded, and the failure is told', async () => {
    const { part, attempts } = createHeldPart<object>();
    const { on, passed, failures } = pass(part);
    on({ id: 0, needs: true });
    on({ id: 1, needs: false });
    attempts[0]?.reject(new Error('gone'));
    await expect(part.load()).rejects.toThrow('gone');
    await Promise.resolve();
    on({ id: 2, needs: false });
    expect([passed, failures]).toEqual([[{ id: 2, needs: false }], ['failed']]);
  });
});

describe('what a part holds', () => {
  async function show(part: LazyPart<{ readonly words: string }>) {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    const element = document.body.appendChild(document.createElement('div'));
    const root = createRoot(element);
    const host = scriptedHost();
    const panel = createPanel(host);
    onTestFinished(() => {
      act(() => root.unmount());
      element.remove();
      panel.close();
    });
    await acted(() =>
      root.render(
        <PanelContext value={{ panel, host, showQuote: () => Promise.reject(new Error('No quote was expected.')) }}>
          <Lazy part={part} fallback={<p>On its way</p>}>
            {({ words }) => <p>{words}</p>}
          </Lazy>
        </PanelContext>,
      ),
    );
    return { element, host };
  }

  it('is shown as soon as it is there, and at once the next time', async () => {
    const { part, attempts } = createHeldPart<{ words: string }>();
    const { element } = await show(part);
    expect(element.textContent).toBe('On its way');
    await acted(() => attempts[0]?.resolve({ words: 'Here it is' }));
    expect(element.textContent).toBe('Here it is');
    const again = await show(part);
    expect([again.element.textContent, attempts.length]).toEqual(['Here it is', 1]);
  });

  it('is replaced by an alert with a button to reload the panel if it cannot be loaded', async () => {
    const { part, attempts } = createHeldPart<{ words: string }>();
    const { element, host } = await show(part);
    await acted(() => attempts[0]?.reject(new Error('gone')));
    expect(element.querySelector('[role=alert] h2')?.textContent).toBe('This couldn’t be loaded');
    await acted(() => element.querySelector<HTMLButtonElement>('[role=alert] button')?.click());
    expect(host.did).toEqual(['reload']);
  });
});
