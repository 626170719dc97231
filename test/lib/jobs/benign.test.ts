/** Tasks in which nobody means harm: the real jobs ask the user for nothing on the way, or next to nothing. */
import { expect, it } from 'vitest';
import { PAGE_TASKS, playTask, WEB_TASKS } from '../../kit/egress/benign-tasks.ts';
import { laundered } from '../../kit/runs/inheritance.ts';
import { stateOf } from '../../kit/runs/world.ts';

it('asks the person for nothing in twenty tasks that mean no harm', async () => {
  expect(PAGE_TASKS.length).toBe(20);
  const used = new Set<string>();
  for (const task of PAGE_TASKS) {
    const { goal, job } = task;
    const { frames, model } = await playTask(task);
    expect([goal, frames.filter(({ kind }) => kind === 'ask.user')]).toEqual([goal, []]);
    expect(stateOf(frames).status, goal).toBe('done');
    expect(frames.filter((frame) => frame.kind === 'tool.result' && frame.error?.code === 'tool.denied')).toEqual([]);
    expect(laundered(frames).found).toEqual([]);
    if (job === 'ask') model.done();
    for (const frame of frames) if (frame.kind === 'tool.call') used.add(frame.tool);
  }
  expect([...used].sort()).toEqual(['find_in_page', 'read_page', 'summarize_page_content']);
});

it('asks in at most four of forty tasks on pages and on the web [R11.6]', async () => {
  expect(WEB_TASKS.length).toBe(20);
  const asked: string[] = [];
  for (const task of WEB_TASKS) {
    const { frames } = await playTask(task);
    if (frames.some(({ kind }) => kind === 'ask.user')) asked.push(task.next || task.goal);
    else expect(stateOf(frames).status, task.goal).toBe('done');
    expect(frames.filter((frame) => frame.kind === 'tool.result' && frame.isError)).toEqual([]);
    expect(laundered(frames).found, task.goal).toEqual([]);
  }
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(4);
});
