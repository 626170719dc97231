import { expect, it } from 'vitest';
import { extendListing } from '../../../src/lib/history/listing.ts';
import { formatTitle } from '../../../src/lib/history/title.ts';
import type { Frame, RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import type { RunListing } from '../../../src/lib/agent/store/run-archive.ts';
import { specOf } from '../../kit/runs/world.ts';

const invoked = (spec: Partial<RunSpec>, correlationId: string | null = null): Frame =>
  ({ kind: 'agent.invoked', runId: 'r', correlationId, spec: specOf(spec) }) as unknown as Frame;
const followed = (goal: string): Frame =>
  ({
    kind: 'control',
    control: 'follow',
    runId: 'r',
    correlationId: null,
    request: specOf({ goal }),
  }) as unknown as Frame;
const found = (meta: object, correlationId: string | null = null): Frame =>
  ({ kind: 'tool.result', runId: 'r', correlationId, objects: [{ meta }] }) as unknown as Frame;

/** Written frame by frame. */
const list = (...frames: readonly Frame[]): RunListing => {
  const steps = frames.reduce<RunListing | null>((listing, frame) => extendListing(listing, [frame]), null);
  expect(steps).toEqual(extendListing(null, frames));
  return extendListing(null, frames);
};
const titleOf = (...frames: readonly Frame[]): string => formatTitle({ ...list(...frames), name: '' });

it.each([
  [{ job: 'explain', goal: 'g', action: 'explain' }, 'Explain: “the tide turns”'],
  [{ job: 'rewrite', goal: 'g', action: 'simplify' }, 'Simplify: “the tide turns”'],
  [{ job: 'rewrite', goal: 'g', action: 'translate' }, 'Translate: “the tide turns”'],
  [{ job: 'research', goal: 'g', action: 'search' }, 'Search the web: “the tide turns”'],
  [{ job: 'rewrite', goal: 'As a limerick,\nplease.', action: 'preset' }, 'As a limerick, please: “the tide turns”'],
] as const)('%j of a selection is called by what it is and how the selection begins', (spec, title) => {
  expect(titleOf(invoked(spec), found({ words: ' the tide\n turns ' }), found({ words: 'later' }))).toBe(title);
});

it.each([
  ['```js\nWhat does this do?\n```', 'What does this do?'],
  ['# Compare\n> the *two* `tides`', 'Compare the *two* tides'],
  ['1. **First**, 2 * 3', 'First, 2 * 3'],
  ['What is snake_case?', 'What is snake_case?'],
  ['```', '```'],
])('of %j the title is plain text', (goal, title) => {
  expect(titleOf(invoked({ job: 'ask', goal }))).toBe(title);
});

it('a long selection or question is cut, and never in the middle of a character', () => {
  const title = titleOf(invoked({ job: 'explain', goal: 'g', action: 'explain' }), found({ words: '🌊'.repeat(50) }));
  expect(title).toMatch(/^Explain: “🌊+…”$/u);
  expect(title.length).toBeLessThan(75);
  expect(titleOf(invoked({ job: 'ask', goal: ` Why\n${'🌊'.repeat(200)}` }))).toMatch(/^Why 🌊+…$/u);
});

it('a summary is called by its page, a question by itself, and neither by what a follow-up finds', () => {
  const page = found({ title: 'Tides', url: 'https://a.example/tides' });
  const other = found({ title: 'Other', url: 'https://b.example/' });
  expect(titleOf(invoked({ job: 'summarise', goal: 'g' }))).toBe('');
  expect(titleOf(invoked({ job: 'summarise', goal: 'g' }), page, other)).toBe('Tides');
  const asked = list(invoked({ job: 'ask', goal: 'Why?' }), page, followed('And then?'), found({ words: 'w' }), other);
  expect(asked).toMatchObject({ title: 'Why?', page: 'Tides', url: 'https://a.example/tides', requests: 2 });
  expect(list(invoked({ job: 'ask', goal: 'Why?' }), followed('And?'), other)).toMatchObject({ page: '', url: '' });
  expect(formatTitle({ ...asked, name: 'My tides' })).toBe('My tides');
});

it('a search of the web is about no page, whatever it reads', () => {
  const searched = invoked({ job: 'research', goal: 'Why?', selection: 'a'.repeat(64) });
  expect(list(searched, found({ title: 'A source', url: 'https://a.example/' }))).toMatchObject({
    title: 'Why?',
    page: '',
  });
});

it('nothing that an agent is told or finds is a title, and what one is asked by the person is', () => {
  const summary = invoked({ job: 'summarise', goal: 'g' });
  const page = found({ title: 'Tides', url: 'https://a.example/tides' });
  const within = [
    invoked({ job: 'agent', goal: 'Find more.' }, '1.0/k'),
    found({ title: 'Elsewhere', url: 'https://b.example/' }, '1.0/k'),
  ];
  expect(titleOf(summary, page, ...within)).toBe('Tides');
  expect(titleOf(summary, ...within)).toBe('');
  expect(titleOf(invoked({ job: 'agent', goal: 'Teach me tides.' }), ...within)).toBe('Teach me tides.');
});

it('a summary of a file is called by the name of the file, which has no address', () => {
  const read = found({ title: 'tea.md', url: '', file: 'f'.repeat(64) });
  expect(titleOf(invoked({ job: 'summarise' }), read)).toBe('tea.md');
  expect(list(invoked({ job: 'summarise' }), read)).toMatchObject({ page: 'tea.md', url: '' });
});
