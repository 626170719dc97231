import { expect, it } from 'vitest';
import { measureWork } from '../../../../src/lib/agent/log/work-time.ts';
import { SYSTEM_LABELS, type Frame } from '../../../../src/lib/agent/frames/frames.ts';
import { stamp, type FrameDraft } from '../../../../src/lib/agent/frames/stamp.ts';

const frameAt = (draft: FrameDraft, at: number, slept = 0): Frame =>
  stamp(draft, { runId: 'r1', seq: at, at, slept, product: 'test', lastId: null });
const SEEN: FrameDraft = { kind: 'observation', labels: SYSTEM_LABELS, step: 1, of: [], text: '', by: 'rule' };
const RESUMED: FrameDraft = {
  kind: 'control',
  labels: SYSTEM_LABELS,
  control: 'resume',
  commandId: null,
  lost: [],
  note: '',
};

it('sleep of the computer and time without a worker are no work', () => {
  const begun = frameAt(SEEN, 0);
  expect(measureWork(begun, frameAt(SEEN, 2000), 0)).toBe(2000);
  expect(measureWork(begun, frameAt(SEEN, 28_802_000, 28_800_000), 0)).toBe(2000);
  expect(measureWork(begun, frameAt(RESUMED, 28_800_000), 0)).toBe(0);
});
