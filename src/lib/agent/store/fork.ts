/** A fork: another run whose past is that of a run up to some frame. Nothing of that past is asked or paid again. */
import type { AgentControlFrame } from '../frames/control-frames.ts';
import type { Commit, Frame, RunConfig } from '../frames/frames.ts';
import type { ForkPlace } from '../frames/spec.ts';
import { stamp, type FrameDraft } from '../frames/stamp.ts';
import { USER_LABELS } from '../frames/labels.ts';
import { findAnswerCall } from '../state/answer-call.ts';
import { isOver } from '../state/run-status.ts';
import { findRequest, getNextStatus } from '../state/run-summary.ts';
import { packCommit, unpackCommit } from './packed-commit.ts';
import { toId } from './packed-fields.ts';

/** How many frames a fork of the nth exchange, from 0, keeps. Null if there is no such place, or the exchange is not over. */
export function findForkEnd(frames: readonly Frame[], exchange: number, place: ForkPlace): number | null {
  const starts = frames.flatMap((frame, at) => (findRequest(frame) === null ? [] : [at]));
  const start = starts[exchange];
  if (start === undefined) return null;
  const end = starts[exchange + 1] ?? frames.length;
  const own = frames.slice(start, end).filter(({ correlationId }) => correlationId === null);
  if (!isOver(own.reduce(getNextStatus, 'running'))) return null;
  if (place === 'request') return start;
  if (place === 'end') return end;
  return (place === 'answer' ? findAnswerCall(own) : own.findLast(isStop))?.seq ?? null;
}

const isStop = (frame: Frame): boolean => frame.kind === 'control' && frame.control === 'cancel';

type RatingFrame = Extract<AgentControlFrame, { control: 'rate' }>;

/** Ratings of answers that the fork keeps, given after its end, of which the last counts. */
export function listLaterRatings(
  frames: readonly Frame[],
  end: number,
  exchange: number,
  place: ForkPlace,
): readonly RatingFrame[] {
  const answers = place === 'end' ? exchange + 1 : exchange;
  return frames
    .slice(end)
    .filter((frame) => frame.kind === 'control' && frame.control === 'rate')
    .filter((frame) => frame.exchange < answers);
}

interface ForkedRun {
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly product: string;
  /** Ratings of the run's answers, given after `past`. */
  readonly ratings?: readonly RatingFrame[];
  /** Whether nothing is to be kept now. The fork of a private run is private whatever this says. */
  readonly isPrivate: boolean;
  /** The config with which the fork goes on at once. */
  readonly config?: RunConfig;
}

/** `past` begins with the run's first frame. To be stored in one write. */
export function forkFrames(past: Commit, { runId, at, product, ratings = [], isPrivate, config }: ForkedRun): Commit {
  const [first, ...rest] = past;
  if (first.kind !== 'agent.invoked') throw new Error(`Run ${first.runId} has no beginning.`);
  const origin = { runId: first.runId, kept: past.length };
  const spec = { ...first.spec, runId, forked: origin, private: first.spec.private || isPrivate };
  const begun: Frame = { ...first, id: toId(runId, 0), runId, spec };
  const [next, ...more] = rest;
  // their stored form names no run
  const copied = next ? (unpackCommit(runId, 1, packCommit([next, ...more], first), begun) ?? []) : [];
  const forked: [Frame, ...Frame[]] = [begun, ...copied.map((frame) => renameCompaction(frame, runId))];
  const add = (draft: FrameDraft, when: number): void =>
    void forked.push(stamp(draft, { runId, seq: forked.length, at: when, product, lastId: forked.at(-1)?.id ?? null }));
  for (const { exchange, rating, note, at: given } of ratings)
    add({ kind: 'control', control: 'rate', labels: USER_LABELS, commandId: null, exchange, rating, note }, given);
  if (config !== undefined) {
    const note = 'The person asked to try again.';
    add({ kind: 'control', control: 'retry', labels: USER_LABELS, commandId: null, config, note }, at);
  }
  return forked;
}

function renameCompaction(frame: Frame, runId: string): Frame {
  if (frame.kind !== 'control' || frame.control !== 'restore') return frame;
  return { ...frame, compaction: toId(runId, Number(frame.compaction.split('/').at(-1))) };
}
