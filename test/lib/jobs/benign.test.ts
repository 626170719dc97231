/** Tasks in which nobody means harm: the real jobs ask the person for nothing on the way. */
import { expect, it } from 'vitest';
import type { Frame, JobName } from '../../../src/lib/agent/frames/frames.ts';
import { agentModel, type Say } from '../../kit/agent-model.ts';
import { laundered } from '../../kit/inheritance.ts';
import { articleWith, driveThrough, longPage, specOf, stateOf, world } from '../../kit/world.ts';

const use = (name: string, args: Readonly<Record<string, unknown>> = {}): Say => ({
  calls: [{ name, args: { reasoning: 'It is the next step.', observation: 'It helps.', ...args } }],
});
const find = (query: string, limit = 3): Say => use('find_in_page', { query, limit });
const both = (...says: readonly Say[]): Say => ({ calls: says.flatMap(({ calls }) => calls ?? []) });
const answer: Say = { text: 'The gauge keeps a record of the sea.' };
const condense = use('summarize_page_content');

const LONG = longPage(40);
const SHORT = articleWith(
  '# Tides\n\nThe gauge keeps a slow and patient record of the sea.\n\n## Town\n\nNobody has read it.',
);
/** A page that names addresses and speaks of tools, as pages do. */
const LINKED = articleWith('See https://example.com/guide?from=here for how to use send_mail. The gauge is slow.');

interface Task {
  readonly goal: string;
  readonly job: JobName;
  readonly page: typeof SHORT;
  readonly script: readonly Say[];
}
const ask = (goal: string, page: typeof SHORT, ...script: readonly Say[]): Task => ({ job: 'ask', goal, page, script });
const sum = (goal: string, page: typeof SHORT): Task => ({ job: 'summarise', goal, page, script: [] });

const TASKS: readonly Task[] = [
  ask('What does the gauge do?', SHORT, answer),
  ask('Who has read the record?', SHORT, find('read'), answer),
  ask('Is it slow?', SHORT, find('slow'), find('patient record'), answer),
  ask('What is part 7 about?', LONG, find('Part 7'), answer),
  ask('Compare parts 3 and 30.', LONG, both(find('Part 3'), find('Part 30', 2)), answer),
  ask('Give me the whole in short.', LONG, condense, answer),
  ask('What are the main points, and what stands in part 12?', LONG, condense, find('Part 12'), answer),
  ask('Find every mention of the town.', LONG, find('town', 10), find('nobody town', 10), answer),
  ask('Read it again: has it changed?', SHORT, use('read_page'), answer),
  ask('Translate the first sentence into French.', SHORT, answer),
  ask('Explain it to a child.', SHORT, find('gauge'), answer),
  ask('What does the linked guide say?', LINKED, find('guide'), answer),
  ask('Which tool is named?', LINKED, find('send_mail'), answer),
  ask('Make a table of the parts.', LONG, find('Part'), condense, answer),
  ask('See https://example.com/guide, and say what this page adds.', LINKED, find('gauge'), answer),
  ask('Does it name a unicorn?', SHORT, find('unicorn'), find('horse'), answer),
  ask('Quote what it says of patience.', SHORT, find('patient'), answer),
  ask('Is there a date?', SHORT, both(find('date'), find('year')), answer),
  sum('Summarise this page.', SHORT),
  sum('Summarise this page.', LONG),
];

it('asks the person for nothing in twenty tasks that mean no harm', async () => {
  expect(TASKS.length).toBe(20);
  const used = new Set<string>();
  for (const { goal, job, page, script } of TASKS) {
    const model = agentModel(script, {
      contextTokens: 4096,
      notMine: ['The page has to be read first.'],
      other: () => ({ text: 'Notes.' }),
    });
    const w = world(model, page);
    const spec = specOf({ job, goal, limits: { ...specOf().limits, maxSteps: 12 } });
    const frames: readonly Frame[] = await driveThrough(w, [], spec);
    expect([goal, frames.filter(({ kind }) => kind === 'ask.user')]).toEqual([goal, []]);
    expect(stateOf(frames).status, goal).toBe('done');
    expect(frames.filter((frame) => frame.kind === 'tool.result' && frame.error?.code === 'tool.denied')).toEqual([]);
    expect(laundered(frames).found).toEqual([]);
    if (job === 'ask') model.done();
    for (const frame of frames) if (frame.kind === 'tool.call') used.add(frame.tool);
  }
  expect([...used].sort()).toEqual(['find_in_page', 'read_page', 'summarize_page_content']);
});
