/** A large picture in whole runs: its text so far after each band, cut and stopped anywhere. */
import { describe, expect, it } from 'vitest';
import { getMetaField, type Frame } from '../../../src/lib/agent/frames/frames.ts';
import { hashOf, pictureOf, type Seen } from '../../kit/runs/seeing.ts';
import { listSources } from '../../../src/lib/toolbox/sources.ts';
import { asking, fromEveryCommit, results, seeing } from '../../kit/runs/seeing-runs.ts';
import { scriptedModel } from '../../kit/models/scripted-model.ts';
import { drive, memoryBlobs, specOf, stateOf, termsIn, wishIn } from '../../kit/runs/world.ts';

const READ = specOf({ job: 'screenshot', goal: 'Read the text in this picture.', pictures: [pictureOf('a')] });
const ASK = specOf({ job: 'ask', goal: 'How high was the tide?', pictures: [pictureOf('a')] });

describe('a picture that is read in bands', () => {
  const LINES = ['The tide was two metres high.', 'Nobody read the gauge.', 'The ferry was late.'];
  const seen = { texts: { a: LINES.join('\n') }, bands: 3 };
  const isPart = ({ meta }: { readonly meta: object }): boolean => 'readShare' in meta;

  it('gives its text so far after each, which no model is shown, and all of it at the end', async () => {
    const { w } = seeing(scriptedModel(), seen);
    const frames = await drive(w, [], READ);
    expect(results(frames).map(({ message, final }) => [message, final])).toEqual([
      ['Read the first 33% of the picture: 6 words so far.', false],
      ['Read the first 66% of the picture: 10 words so far.', false],
      ['Read the picture: 14 words.', true],
    ]);
    const objects = results(frames).flatMap((result) => result.objects);
    expect(objects.map((object) => [isPart(object), object.hidden])).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
    const texts = await Promise.all(objects.map(({ body }) => w.ports.blobs.get(body.hash)));
    expect(texts).toEqual([1, 2, 3].map((count) => LINES.slice(0, count).join('\n')));
    expect(results(frames).flatMap(({ content }) => content)).toHaveLength(1);
  });

  it('ends with the same text from wherever a run is cut', async () => {
    await fromEveryCommit(
      seen,
      () => scriptedModel(),
      READ,
      (frames) => {
        expect(stateOf(frames).request.answer?.text).toBe('Read the picture: 14 words.');
        expect(results(frames).filter(({ final }) => !final)).toHaveLength(2);
      },
    );
  });

  it('of several ends with the text of each, none of them twice, from wherever a run is cut', async () => {
    const spec = specOf({ ...READ, pictures: ['a', 'b', 'c'].map((letter) => pictureOf(letter)) });
    const texts = Object.fromEntries(
      ['a', 'b', 'c'].map((of) => [of, LINES.map((line) => `${of}: ${line}`).join('\n')]),
    );
    const whole = ['a', 'b', 'c'].flatMap((of) => [1 / 3, 2 / 3, null].map((share) => [hashOf(of), share]));
    await fromEveryCommit(
      { texts, bands: 3 },
      () => scriptedModel(),
      spec,
      (frames) => {
        const objects = results(frames).flatMap((result) => result.objects);
        const told = objects.map((object) => [
          getMetaField(object, 'picture'),
          getMetaField(object, 'readShare') ?? null,
        ]);
        expect(told).toEqual(whole);
      },
    );
  });

  it('that is stopped keeps what was read, and is read from its start when it is asked about', async () => {
    const blobs = memoryBlobs();
    const stopping: Seen = { ...seen, afterBand: () => new Promise(() => undefined) };
    const { w, counts } = seeing(scriptedModel(), stopping, undefined, blobs);
    const stop = (commit: readonly Frame[]): void => {
      if (results(commit).length === 0) return;
      w.commands.push({ id: 'stop', type: 'cancel' });
      w.cancel.abort();
    };
    const stopped = await drive(w, [], READ, stop);
    const state = stateOf(stopped);
    expect(state.status).toBe('cancelled');
    const [kept, ...more] = [...state.objects];
    expect([kept && getMetaField(kept, 'readShare'), more]).toEqual([1 / 3, []]);
    expect(await w.ports.blobs.get(kept?.body.hash ?? '')).toBe(LINES[0]);
    expect(counts.read).toBe(1);
    expect(listSources(state), 'a part is no source').toEqual([]);
    const model = asking([{ text: 'Two metres.' }]);
    const asked = seeing(model, seen, undefined, blobs);
    asked.w.commands.push({ id: 'ask', type: 'follow', request: wishIn(ASK), config: termsIn(ASK) });
    expect(stateOf(await drive(asked.w, stopped, ASK, () => void asked.w.commands.splice(0))).status).toBe('done');
    expect(asked.counts.read).toBe(1);
    expect(JSON.stringify(model.asked)).toContain(LINES[2]);
  });
});
