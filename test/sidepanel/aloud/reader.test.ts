/** The reader and an engine that ends passages when the test says so: in time, late, after it was cancelled, or with an error. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReader, type SpeechEngine } from '../../../src/sidepanel/aloud/reader.ts';

interface Spoken {
  readonly text: string;
  readonly voice: string;
  readonly rate: number;
  readonly end: (hasFailed: boolean) => void;
}

function startReader(texts: readonly string[]) {
  const said: Spoken[] = [];
  /** Their ends are still to be reported. */
  const cancelled: Spoken[] = [];
  const wholly: string[] = [];
  let speaking: Spoken | null = null;
  const engine: SpeechEngine<string> = {
    speak: (text, manner, end) => {
      expect(speaking).toBeNull();
      speaking = { text, ...manner, end };
      said.push(speaking);
    },
    cancel: () => {
      if (speaking !== null) cancelled.push(speaking);
      speaking = null;
    },
  };
  const reader = createReader(texts, { voice: 'a', rate: 1 }, engine);
  return {
    reader,
    said,
    wholly,
    isSpeaking: () => speaking !== null,
    finish: (hasFailed = false): void => {
      const ending = speaking;
      speaking = null;
      if (ending === null) return;
      if (!hasFailed) wholly.push(ending.text);
      ending.end(hasFailed);
    },
    reportLate: () => cancelled.shift()?.end(true),
  };
}

const steps = fc.array(
  fc.constantFrom('finish', 'finish', 'finish', 'fail', 'late', 'pause', 'resume', 'faster', 'voice', 'stop'),
  { maxLength: 40 },
);
const texts = fc
  .array(fc.string({ minLength: 1 }), { maxLength: 8 })
  .map((all) => all.map((text, i) => `${String(i)} ${text}`));

describe('reading aloud', () => {
  it('says each passage in its order, one at a time, none of them twice to its end, and nothing while it is paused or over', () => {
    fc.assert(
      fc.property(texts, steps, (passages, taken) => {
        const { reader, said, wholly, isSpeaking, finish, reportLate } = startReader(passages);
        let expected = passages.length === 0 ? 'ended' : 'reading';
        for (const step of taken) {
          const { length } = said;
          const wasSpeaking = isSpeaking();
          if (step === 'finish' || step === 'fail') finish(step === 'fail');
          else if (step === 'late') reportLate();
          else if (step === 'faster') reader.change({ rate: 1.5 });
          else if (step === 'voice') reader.change({ voice: 'b' });
          else reader[step]();

          if (step === 'stop') expected = 'ended';
          else if (step === 'pause' && expected === 'reading') expected = 'paused';
          else if (step === 'resume' && (expected === 'paused' || expected === 'failed')) expected = 'reading';
          else if (step === 'fail' && wasSpeaking) expected = 'failed';
          else if (step === 'finish' && wasSpeaking && wholly.length === passages.length) expected = 'ended';

          const { status, at, rate, voice } = reader.store.getState();
          expect(status).toBe(expected);
          expect(isSpeaking()).toBe(status === 'reading');
          expect(wholly).toEqual(passages.slice(0, wholly.length));
          if (status !== 'ended') expect(at).toBe(wholly.length);
          if (said.length > length) expect(said.at(-1)).toMatchObject({ text: passages[at], rate, voice });
          if (step === 'late') expect(said).toHaveLength(length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('says all of it in the end, however often it was interrupted', () => {
    fc.assert(
      fc.property(texts, steps, (passages, taken) => {
        const { reader, wholly, finish, reportLate } = startReader(passages);
        for (const step of taken) {
          if (step === 'finish' || step === 'fail') finish(step === 'fail');
          else if (step === 'late') reportLate();
          else if (step === 'pause' || step === 'resume') reader[step]();
          else if (step !== 'stop') reader.change({ rate: 2 });
        }
        for (let i = 0; i <= passages.length; i++) {
          reader.resume();
          finish();
        }
        expect(wholly).toEqual(passages);
        expect(reader.store.getState().status).toBe('ended');
      }),
      { numRuns: 500 },
    );
  });
});
