import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEnvironment, renderEnvironment } from '../../../../src/lib/agent/context/environment.ts';
import { foldAll } from '../../../../src/lib/agent/state/fold.ts';
import type { AgentState } from '../../../../src/lib/agent/state/agent-state.ts';
import { find, foundEvents, framesOf, type Find, type FoundEvent } from '../../../kit/runs/found-run.ts';
import { roughCounter } from '../../../kit/runs/world.ts';

const stateOf = (events: readonly FoundEvent[]): AgentState => foldAll(framesOf(events));
const found = (events: readonly FoundEvent[]): readonly Find[] => events.filter((event) => event.type === 'find');
const render = (events: readonly FoundEvent[], most: number): Promise<string> =>
  renderEnvironment(createEnvironment(stateOf(events)), most, roughCounter);

/** By definition: not hidden, and no later object that is not hidden lists its name. */
function visibleRefs(events: readonly FoundEvent[]): readonly string[] {
  const all = found(events);
  const lists = ({ meta }: Find, name: string): boolean => {
    const names: unknown = meta['supersedes'];
    return Array.isArray(names) && names.includes(name);
  };
  return all.flatMap(({ hidden, name }, i) =>
    hidden || all.slice(i + 1).some((later) => !later.hidden && lists(later, name)) ? [] : [`e${String(i + 1)}`],
  );
}

describe('the environment', () => {
  it('gives each thing found a reference that stays as the run grows: of a prefix it is a prefix', () => {
    fc.assert(
      fc.property(foundEvents, fc.nat(14), (events, length) => {
        const all = [...stateOf(events).objects];
        const before = [...stateOf(events.slice(0, length)).objects];
        expect(all.slice(0, before.length)).toEqual(before);
        expect(all.map(({ ref }) => ref)).toEqual(all.map((_, i) => `e${String(i + 1)}`));
        expect(all.map(({ turn, labels }) => ({ turn, labels }))).toEqual(
          found(events).map(({ labels }, turn) => ({ turn, labels })),
        );
      }),
    );
  });

  it('keeps results by tool and name; what is hidden or superseded is neither found in it nor counted [R4.6a]', () => {
    fc.assert(
      fc.property(foundEvents, (events) => {
        const state = stateOf(events);
        const environment = createEnvironment(state);
        const refs = visibleRefs(events);
        const visible = [...state.objects].filter(({ ref }) => refs.includes(ref));
        expect([...environment.iterateNewestFirst()].reverse()).toEqual(visible);
        expect(environment.count).toBe(visible.length);
        expect(environment.estimateTokens()).toBe(visible.reduce((sum, { body }) => sum + body.tokens, 0));
        for (const object of state.objects)
          expect(environment.get(object.ref) !== null).toBe(refs.includes(object.ref));
        for (const { tool, name } of state.objects) {
          expect(environment.find(tool)).toEqual(visible.filter((each) => each.tool === tool));
          expect(environment.find(tool, name)).toEqual(
            visible.filter((each) => each.tool === tool && each.name === name),
          );
        }
      }),
    );
  });

  it('finds nothing in a run that has found nothing', async () => {
    const environment = createEnvironment(stateOf([]));
    expect(environment.count).toBe(0);
    expect(environment.find('look')).toEqual([]);
    expect(environment.get('e1')).toBeNull();
    expect(await renderEnvironment(environment, 1000, roughCounter)).toBe('');
  });
});

describe('an index of it', () => {
  it('is never longer than its limit, and lists the newest, in order, each on one line [R4.6b]', async () => {
    await fc.assert(
      fc.asyncProperty(foundEvents, fc.nat(400), async (events, most) => {
        const text = await render(events, most);
        expect(await roughCounter.count(text)).toBeLessThanOrEqual(most);
        if (text === '') return;
        const lines = text.split('\n');
        const left = /^Older ones that are not listed: (\d+)\.$/.exec(lines.at(-1) ?? '')?.[1];
        const listed = (left === undefined ? lines : lines.slice(0, -1)).map((line) => line.split(' · ')[0]);
        const refs = visibleRefs(events);
        expect(listed).toEqual(refs.slice(refs.length - listed.length));
        expect(listed).toHaveLength(refs.length - Number(left ?? 0));
        // no character in it breaks a line elsewhere, turns the text round or cannot be seen
        expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 300 },
    );
  });

  it('leaves nothing out where there is room', async () => {
    await fc.assert(
      fc.asyncProperty(foundEvents, async (events) => {
        const refs = visibleRefs(events);
        const lines = (await render(events, 100_000)).split('\n').filter((line) => line !== '');
        expect(lines.map((line) => line.split(' · ')[0])).toEqual(refs);
      }),
    );
  });

  it('says what each is, where it is from, how long it is, and what is shown of its turn', async () => {
    const events: FoundEvent[] = [
      find({
        tool: 'read_page',
        name: 'page',
        tokens: 3095,
        meta: { title: 'Tides\nof 1932', url: 'https://a.example/t' },
      }),
      find({ tool: 'find_in_page', name: 'passages', tokens: 612, meta: { query: 'new board' } }),
      { type: 'compact', stage: 'summary', to: 1 },
      { type: 'compact', stage: 'clear', to: 2 },
      find({ name: 'inner', hidden: true }),
      find({ tokens: 7 }),
    ];
    expect((await render(events, 1000)).split('\n')).toEqual([
      'e1 · read_page · page · “Tides of 1932” · https://a.example/t · 3095 tokens · summarised',
      'e2 · find_in_page · passages · “new board” · 612 tokens · cleared',
      'e4 · look · seen · 7 tokens',
    ]);
    expect((await render(events, 20)).split('\n')).toEqual([
      'e4 · look · seen · 7 tokens',
      'Older ones that are not listed: 2.',
    ]);
  });

  it('lists as many as there is room for', async () => {
    const events = Array.from({ length: 5 }, () => find());
    for (let most = 0; most <= 60; most += 1) {
      const listed = (await render(events, most)).match(/^e\d/gm) ?? [];
      // a line has 8 tokens, and to say what is left out takes 9, which the last line need not leave free
      expect(listed).toHaveLength(most >= 41 ? 5 : Math.max(0, Math.floor((most - 9) / 8)));
    }
  });

  it('looks at no more of a long run than of a short one', async () => {
    const asked = async (length: number): Promise<number> => {
      let counted = 0;
      const counter = { count: (text: string) => ((counted += 1), roughCounter.count(text)) };
      await renderEnvironment(createEnvironment(stateOf(Array.from({ length }, () => find()))), 200, counter);
      return counted;
    };
    expect(await asked(2000)).toBeLessThanOrEqual(await asked(100));
  });
});
