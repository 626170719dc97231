import { expect, it } from 'vitest';
import { createTitleFinder } from '../../src/background/titles.ts';
import type { Frame, RunSpec } from '../../src/lib/agent/frames/frames.ts';
import { specOf } from '../kit/world.ts';

const invoked = (spec: Partial<RunSpec>, correlationId: string | null = null): Frame =>
  ({ kind: 'agent.invoked', runId: 'r', correlationId, spec: specOf(spec) }) as unknown as Frame;
const found = (meta: object, correlationId: string | null = null): Frame =>
  ({ kind: 'tool.result', runId: 'r', correlationId, objects: [{ meta }] }) as unknown as Frame;
const last = (...frames: readonly Frame[]): string | null => {
  const titleOf = createTitleFinder();
  return frames.reduce<string | null>((title, frame) => titleOf(frame) ?? title, null);
};

it.each([
  [{ job: 'explain', goal: 'g', action: 'explain' }, 'Explain: “the tide turns”'],
  [{ job: 'rewrite', goal: 'g', action: 'simplify' }, 'Simplify: “the tide turns”'],
  [{ job: 'rewrite', goal: 'g', action: 'translate' }, 'Translate: “the tide turns”'],
  [{ job: 'research', goal: 'g', action: 'search' }, 'Search the web: “the tide turns”'],
  [{ job: 'rewrite', goal: 'As a limerick,\nplease.', action: 'preset' }, 'As a limerick, please: “the tide turns”'],
] as const)('%j of a selection is called by what it is and how the selection begins', (spec, title) => {
  expect(last(invoked(spec), found({ words: ' the tide\n turns ' }))).toBe(title);
});

it('a long selection is cut, and never in the middle of a character', () => {
  const title =
    last(invoked({ job: 'explain', goal: 'g', action: 'explain' }), found({ words: '🌊'.repeat(50) })) ?? '';
  expect(title).toMatch(/^Explain: “🌊+…”$/u);
  expect(title.length).toBeLessThan(75);
});

it('a summary is called by its page, a question by itself, and neither by a selection that comes later', () => {
  expect(last(invoked({ job: 'summarise', goal: 'g' }), found({ title: 'Tides' }), found({ title: 'Other' }))).toBe(
    'Tides',
  );
  expect(last(invoked({ job: 'ask', goal: 'Why?' }), found({ words: 'the tide' }), found({ title: 'Tides' }))).toBe(
    'Why?',
  );
  const searched = invoked({ job: 'research', goal: 'Why?', selection: 'a'.repeat(64) });
  expect(last(searched, found({ words: 'the tide' }))).toBe('Why?');
});

it('nothing that an agent is told or finds is a title, and what one is asked by the person is', () => {
  const summary = invoked({ job: 'summarise', goal: 'g' });
  const within = [invoked({ job: 'agent', goal: 'Find more.' }, '1.0/k'), found({ title: 'Elsewhere' }, '1.0/k')];
  expect(last(summary, found({ title: 'Tides' }), ...within)).toBe('Tides');
  expect(last(summary, ...within)).toBe('g');
  expect(last(invoked({ job: 'agent', goal: 'Teach me tides.' }), ...within, found({ words: 'the tide' }))).toBe(
    'Teach me tides.',
  );
});
