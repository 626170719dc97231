/** Files in whole runs: read, summarised, asked about, and so from wherever a run is cut. */
import { describe, expect, it } from 'vitest';
import type { RequestFile, RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import { UserFacingError } from '../../../src/lib/base/errors.ts';
import { createExtractiveModel } from '../../../src/lib/models/extractive/extractive-model.ts';
import { results } from '../../kit/runs/seeing-runs.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import {
  articleWith,
  drive,
  memoryBlobs,
  modelsOf,
  roughCounter,
  specOf,
  stateOf,
  stored,
  termsIn,
  wishIn,
  world,
} from '../../kit/runs/world.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'tea.md': 'A berth costs four crowns a night. The pilot sleeps at the lock.',
  'tide.csv': '| Mole | Metres |\n| --- | --- |\n| North | 3 |',
};
const fileOf = (name: string): RequestFile => ({ hash: name.length.toString(16).padStart(64, 'f'), name });
const models = modelsOf({ id: 'extractive', metered: false });
const ASK = specOf({ models, job: 'ask', goal: 'What does a berth cost?', files: [fileOf('tea.md')] });
const BOTH: RunSpec = { ...ASK, files: [fileOf('tea.md'), fileOf('tide.csv')] };

function livingWith(texts: Readonly<Record<string, string | Error>> = TEXTS, blobs = memoryBlobs()) {
  const reads: string[] = [];
  const model = createExtractiveModel(roughCounter);
  const w = world(model, articleWith('The page says nothing of it.'), {
    blobs,
    files: {
      read({ name }) {
        reads.push(name);
        const text = texts[name] ?? new Error('No such file.');
        if (text instanceof Error) return Promise.reject(text);
        const about = { url: '', title: name, byline: '', published: '', language: 'en', site: '' };
        return Promise.resolve({ ...about, markdown: text, cut: name === 'tide.csv' });
      },
    },
  });
  return { w, reads };
}

describe('a question about files', () => {
  it('reads each once and no page, and its quotes name the file', async () => {
    const { w, reads } = livingWith();
    const state = stateOf(await drive(w, [], BOTH));
    expect(state.request.answer?.text).toContain('four crowns');
    expect(state.request.answer?.citations[0]?.place).toMatchObject({
      file: fileOf('tea.md').hash,
      tabId: -1,
      url: '',
    });
    expect(reads).toEqual(['tea.md', 'tide.csv']);
    expect(w.reads()).toBe(0);
  });

  it('says what was read only in part', async () => {
    const state = stateOf(await drive(livingWith().w, [], BOTH));
    expect(state.request.answer?.note).toBe('Only a part of the file was read.');
  });

  it('is private: neither what was asked nor a result of it may leave unasked', async () => {
    const frames = await drive(livingWith().w, [], BOTH);
    expect(frames[0]?.labels).toMatchObject({ integrity: 'user', confidentiality: 'private' });
    for (const { labels } of results(frames))
      expect(labels).toMatchObject({ integrity: 'untrusted', confidentiality: 'private' });
  });

  it('ends the same from wherever it is cut', async () => {
    const blobs = memoryBlobs();
    const ends: number[] = [];
    let length = 0;
    const whole = await drive(
      livingWith(TEXTS, blobs).w,
      [],
      BOTH,
      (commit) => void ends.push((length += commit.length)),
    );
    for (const at of ends.slice(0, -1)) {
      const resumed = await drive(livingWith(TEXTS, blobs).w, stored(whole.slice(0, at)), BOTH);
      expect(stateOf(resumed).request.answer, `cut after ${String(at)} frames`).toEqual(stateOf(whole).request.answer);
    }
  });

  it('that is followed by one about another file finds both', async () => {
    const { w, reads } = livingWith();
    const first = await drive(w, [], ASK);
    const request = { ...wishIn(BOTH), goal: 'How many metres has the north mole?' };
    w.commands.push({ id: 'more', type: 'follow', request, config: termsIn(BOTH) });
    const take = (): void => void w.commands.splice(0);
    const state = stateOf(await drive(w, first, ASK, take));
    expect(state.request.answer?.text).toContain('3');
    expect(reads).toEqual(['tea.md', 'tide.csv']);
    expect([...state.exchanges].map(({ files }) => files)).toEqual([ASK.files]);
  });
});

describe('a file that cannot be read', () => {
  it('is a trouble with a cure, and is read again when the person tries again', async () => {
    const texts: Record<string, string | Error> = {
      'tea.md': new UserFacingError({ code: 'file.broken', message: 'It is damaged.', hint: 'Save it again.' }),
    };
    const { w } = livingWith(texts);
    const failed = await drive(w, [], ASK);
    expect(stateOf(failed)).toMatchObject({ status: 'failed', request: { error: { code: 'file.broken' } } });
    // the error names it
    for (const { labels } of results(failed))
      expect(labels).toMatchObject({ integrity: 'untrusted', confidentiality: 'private' });
    texts['tea.md'] = TEXTS['tea.md'] ?? '';
    w.commands.push({ id: 'again', type: 'retry', config: termsIn(ASK) });
    expect(stateOf(await drive(w, failed, ASK)).status).toBe('done');
  });
});

describe('the summary of a file', () => {
  const SUMMARISE = specOf({ models, job: 'summarise', goal: 'Summarise this file.', files: [fileOf('tea.md')] });

  it('is of it, and of no page', async () => {
    const { w } = livingWith();
    const state = stateOf(await drive(w, [], SUMMARISE));
    expect(state.request.answer?.text).toMatch(/berth|pilot/);
    expect(w.reads()).toBe(0);
  });

  it('is of notes on its parts where it exceeds the window', async () => {
    const long = Array.from({ length: 400 }, (_, i) => `Line ${String(i)} of the log tells of sails.`).join('\n\n');
    const { w } = livingWith({ 'tea.md': long });
    const model = scriptedModel(undefined, { contextTokens: 4096 });
    const frames = await drive({ ...w, ports: { ...w.ports, getModel: () => model } }, [], SUMMARISE);
    expect(stateOf(frames).status).toBe('done');
    expect(results(frames).map(({ payload }) => payload)).toContain('notes');
  });
});
