/** The small record of a run that the store keeps with each commit: a fold of its own, so that nobody reads frames for it. */
import type { Frame, Wish } from './frames.ts';
import type { RunHead, RunStatus } from './ports.ts';
import { isOver } from './session.ts';

/** How a run stands after a frame. Shared by the fold and by the head record that the store keeps. */
export function statusAfter(status: RunStatus, frame: Frame): RunStatus {
  switch (frame.kind) {
    case 'agent.invoked':
    case 'tool.call':
    case 'model.call':
      return 'running';
    case 'wait':
      return frame.reason === 'person' ? 'asking' : 'waiting';
    case 'agent.response':
      return 'done';
    case 'error':
      return 'failed';
    case 'control':
      if (frame.control === 'restore') return status; // it changes what is seen, not what is done
      return frame.control === 'cancel' ? 'cancelled' : 'running';
    default:
      return status;
  }
}

/** Whether a frame of an agent that was called says that work goes on, for those too who wait for it. */
export function wakesCallers({ kind, ...frame }: Frame): boolean {
  if (kind === 'control') return !('control' in frame) || frame.control !== 'restore';
  return kind === 'agent.invoked' || kind === 'tool.call' || kind === 'model.call';
}

/** How the run itself stands after a frame, its own or that of an agent that was called within it. */
function runAfter(status: RunStatus, frame: Frame): RunStatus {
  if (frame.correlationId === null) return statusAfter(status, frame);
  return wakesCallers(frame) && !isOver(status) ? 'running' : status;
}

/** The head record after one more frame: what the store must know of a run without reading its frames. */
export function headAfter(head: RunHead | null, frame: Frame): RunHead {
  const wish = wishOf(frame);
  const spent = frame.kind === 'usage' ? frame : { input: 0, output: 0 };
  return {
    runId: frame.runId,
    tabId: wish?.tabId ?? head?.tabId ?? -1,
    lastSeq: frame.seq,
    status: runAfter(head?.status ?? 'running', frame),
    startedAt: head?.startedAt ?? frame.at,
    wishedAt: wish ? frame.at : (head?.wishedAt ?? frame.at),
    until: untilAfter(head?.until ?? 0, frame),
    input: (head?.input ?? 0) + spent.input,
    output: (head?.output ?? 0) + spent.output,
  };
}

/** What the person wants from this frame on; null for a frame that says nothing of it. */
export function wishOf(frame: Frame): Wish | null {
  if (frame.correlationId !== null) return null;
  if (frame.kind === 'agent.invoked') return frame.spec;
  return frame.kind === 'control' && frame.control === 'follow' ? frame.wish : null;
}

function untilAfter(until: number, frame: Frame): number {
  if (frame.correlationId !== null) return wakesCallers(frame) ? 0 : until;
  if (frame.kind === 'control' && frame.control === 'restore') return until;
  return frame.kind === 'wait' ? frame.until : 0;
}
