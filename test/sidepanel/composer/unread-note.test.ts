import { expect, it } from 'vitest';
import { findBuiltInTools } from '../../../src/lib/agents/tool-groups.ts';
import type { AgentEntry } from '../../../src/lib/protocol/requests/agents.ts';
import { listUnread } from '../../../src/sidepanel/composer/unread-note.tsx';
import { entry, RESEARCHER } from '../kit/agent-frames.ts';

const ALL = { files: true, pictures: true, tabs: true, selection: true };
const using = (id: string, ...uses: readonly string[]) =>
  entry({ ...RESEARCHER, id, agent: { ...RESEARCHER.agent, uses_tools: uses } });

it.each([
  [['page'], ['pictures']],
  [['pictures'], ['files', 'tabs', 'selection']],
  [['web'], ['files', 'pictures', 'tabs', 'selection']],
  [['read_file', 'interpret_image', 'read_page', 'explain_text_with_context'], []],
])('an agent that uses %j reads all but %j', (uses, unread) => {
  expect(listUnread(using('a', ...uses), [], ALL)).toEqual(unread);
});

it('of what was not added nothing is unread', () => {
  expect(listUnread(using('a', 'web'), [], { ...ALL, files: false, tabs: false })).toEqual(['pictures', 'selection']);
});

it('what an agent reads that it may call is read, also where they call one another', () => {
  const [caller, called] = [using('a', 'b'), using('b', 'page', 'a')];
  expect(listUnread(caller, [caller, called], ALL)).toEqual(['pictures']);
  expect(listUnread(caller, [caller], ALL)).toEqual(['files', 'pictures', 'tabs', 'selection']);
});

it('counts what an agent reads as far down as agents call one another, by the shortest way', () => {
  const chain = [using('a', 'b'), using('b', 'c'), using('c', 'd'), using('d', 'page')];
  const [a, b] = chain as [AgentEntry, AgentEntry];
  expect(listUnread(a, chain, ALL)).toEqual(['files', 'pictures', 'tabs', 'selection']);
  expect(listUnread(b, chain, ALL)).toEqual(['pictures']);
  expect(listUnread(using('a', 'b', 'c'), chain, ALL)).toEqual(['pictures']);
});

it('looks at each of many agents that all name one another a few times only', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `agent-${String(index)}`);
  let looked = 0;
  const agents = ids.map((id) => {
    const made = using(id, ...ids, 'page');
    return {
      ...made,
      get manifest() {
        looked += 1;
        return made.manifest;
      },
    };
  });
  expect(listUnread(agents[0] as AgentEntry, agents, ALL)).toEqual(['pictures']);
  expect(looked).toBeLessThanOrEqual(ids.length);
});

it('names tools that there are', () => {
  for (const name of [
    'read_file',
    'extract_screenshot_text',
    'interpret_image',
    'read_page',
    'explain_text_with_context',
  ])
    expect(findBuiltInTools(name)).toHaveLength(1);
});
