/** The example of a run and the page that explains it: what the page says of the frames is what stands in them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Frame } from '../../src/lib/agent/frames/frames.ts';
import {
  calculateEfficiency,
  exportLog,
  createLogFromFrames,
  countNeededSteps,
} from '../../src/lib/agent/log/trajectory-log.ts';
import type { DecisionRules } from '../../src/lib/agent/loop/interpret-reply.ts';
import { selectNextAction } from '../../src/lib/agent/loop/select-next-action.ts';
import { isValidState } from '../../src/lib/agent/store/run-state.ts';
import { foldAll } from '../../src/lib/agent/state/fold.ts';
import { JOBS } from '../../src/lib/jobs/jobs.ts';
import { expectComplete } from '../kit/runs/log-complete.ts';
import { agentModel } from '../kit/models/agent-model.ts';

const DOCS = resolve(import.meta.dirname, '../../docs');
const file = readFileSync(resolve(DOCS, 'examples/five-steps.ndjson'), 'utf8');
const page = readFileSync(resolve(DOCS, 'a-run.md'), 'utf8');

const lines = file
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Record<string, unknown>);

function framesOf(): readonly Frame[] {
  // without the type of message that the export adds
  const frames: unknown[] = lines.map((line) => Object.fromEntries(Object.entries(line).filter(([k]) => k !== 'type')));
  if (!isValidState(frames)) throw new Error('The example holds no run.');
  return frames;
}

const rules: DecisionRules = {
  job: JOBS.ask,
  model: agentModel([], { contextTokens: 32_768 }),
};

interface Block {
  /** What the block's first line says; null in the second half of an effect. */
  readonly by: { readonly who: string; readonly what: string } | null;
  readonly frames: readonly { readonly seq: number; readonly parent: string; readonly kind: string; said: string }[];
}

/** The commits as the page shows them. */
function blocksOf(markdown: string): readonly Block[] {
  const fences = Array.from(markdown.matchAll(/^```text\n(.*?)^```$/gms), ([, inside = '']) => inside.trimEnd());
  return fences
    .flatMap((fence) => fence.split('\n\n'))
    .map((block) => {
      const [, who, what] = /^(\w+): (\w+)\n/.exec(block) ?? [];
      const frames: { seq: number; parent: string; kind: string; said: string }[] = [];
      for (const line of block.split('\n')) {
        const [, seq, parent = '', kind = '', said = ''] = /^ ?(\d+) +(\d+|-) {2}([a-z.]+) +(.*)$/.exec(line) ?? [];
        const last = frames.at(-1);
        if (seq !== undefined) frames.push({ seq: Number(seq), parent, kind, said });
        else if (last) last.said += `\n${line}`;
      }
      return { by: who === undefined || what === undefined ? null : { who, what }, frames };
    });
}

test('the example is a run that is done, and reads back as the same file', () => {
  const frames = framesOf();
  const state = foldAll(frames);
  expect(state).toMatchObject({
    status: 'done',
    resumes: 1,
    request: { asks: [], answer: { partial: false, impossible: false } },
  });
  expect(exportLog(frames, 'ndjson').split('\n').map(parsed)).toEqual(file.split('\n').map(parsed));
  expect(file.length).toBeLessThan(60_000);
});

const parsed = (line: string): unknown => (line === '' ? null : JSON.parse(line));

test('its trajectory log is complete, and its figures are those of the page', () => {
  const frames = framesOf();
  expectComplete(frames);
  const log = createLogFromFrames(frames);
  const { totalSteps, toolCalls, modelCalls, totalTokens, errorCount } = log.metrics;
  expect(errorCount).toBe(0);
  expect(calculateEfficiency(log, countNeededSteps(log))).toBe(1);
  expect(page.replace(/\s+/g, ' ')).toContain(
    `The run took ${totalSteps} steps, ${toolCalls} tool calls and ${modelCalls} model calls, one of them lost: ` +
      `${totalTokens.input} tokens in, ${totalTokens.output} out.`,
  );
});

test('the page shows every frame once, with its cause, and nothing that is not in it', () => {
  const frames = framesOf();
  const shown = blocksOf(page).flatMap((block) => block.frames);
  expect(shown.map(({ seq, parent, kind }) => [seq, parent, kind])).toEqual(
    frames.map(({ seq, parentId, kind }) => [seq, parentId?.split('/').at(-1) ?? '-', kind]),
  );
  for (const { seq, said } of shown) {
    const whole = JSON.stringify(frames[seq]);
    for (const [, quoted = ''] of said.matchAll(/"([^"]+)"/g)) {
      expect(whole, `frame ${seq}`).toContain(quoted.replace(/ ?…$/, ''));
    }
    const unquoted = said.replace(/"[^"]*"/g, '');
    for (const [number] of unquoted.matchAll(/\d+(?:\.\d+)?/g)) {
      expect(whole, `frame ${seq}`).toMatch(new RegExp(`[^\\d]${number.replace('.', '\\.')}[^\\d]`));
    }
  }
});

test('its commits are as the page says: no frame is caused by one of its own write, and their number is right', () => {
  const blocks = blocksOf(page);
  for (const { frames } of blocks) {
    const first = frames[0]?.seq ?? -1;
    for (const { parent } of frames) if (parent !== '-') expect(Number(parent)).toBeLessThan(first);
  }
  expect(page.replace(/\s+/g, ' ')).toContain(`${framesOf().length} frames in ${blocks.length} commits`);
});

test('what the page calls an effect is what `next` says of the frames before it', () => {
  const frames = framesOf();
  let checked = 0;
  for (const { by, frames: shown } of blocksOf(page)) {
    const [first] = shown;
    if (!by || !first) continue;
    const before = foldAll(frames.slice(0, first.seq));
    if (by.who === 'next') {
      expect([first.seq, selectNextAction(before, rules, frames[first.seq]?.at ?? 0).type]).toEqual([
        first.seq,
        by.what,
      ]);
      checked += 1;
    } else expect(frames[first.seq]).toMatchObject({ kind: 'control', control: by.what });
  }
  expect(checked).toBe(blocksOf(page).filter(({ by }) => by?.who === 'next').length);
  expect(checked).toBeGreaterThan(10);
});

test('the second attempt asks the same: its prompt has the same hash', () => {
  const hashes = framesOf().flatMap((frame) =>
    frame.kind === 'model.call' && frame.key === '4/decide' ? [frame.promptHash] : [],
  );
  expect(hashes).toHaveLength(2);
  expect(new Set(hashes).size).toBe(1);
});

test('the frame that is shown whole is a line of the file', () => {
  const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(page) ?? [];
  expect(lines).toContainEqual(JSON.parse(json));
});
