/** The summary that the store keeps with each commit, to avoid reading the frames. */
import { awaitsOpinion, isRating, type Frame, type RunRequest } from '../frames/frames.ts';
import type { RunSummary, RunStatus } from '../storage-ports.ts';
import { isOver } from './run-status.ts';

export function getNextStatus(status: RunStatus, frame: Frame): RunStatus {
  switch (frame.kind) {
    case 'agent.invoked':
    case 'tool.call':
    case 'model.call':
      return 'running';
    case 'wait':
      return frame.reason === 'user' ? 'asking' : 'waiting';
    case 'agent.response':
      return awaitsOpinion(frame) ? 'running' : 'done';
    case 'opinion':
      return 'done';
    case 'error':
      return 'failed';
    case 'control':
      if (isAside(frame)) return status;
      return frame.control === 'cancel' ? 'cancelled' : 'running';
    default:
      return status;
  }
}

/** Changes only what the model is shown, or what the user thinks of an answer. */
export const isAside = (frame: Frame): boolean =>
  isRating(frame) || (frame.kind === 'control' && frame.control === 'restore');

export function shouldWakeCallers(frame: Frame): boolean {
  const { kind } = frame;
  if (kind === 'control') return !isAside(frame);
  return kind === 'agent.invoked' || kind === 'tool.call' || kind === 'model.call';
}

function getNextRunStatus(status: RunStatus, frame: Frame): RunStatus {
  if (frame.correlationId === null) return getNextStatus(status, frame);
  return shouldWakeCallers(frame) && !isOver(status) ? 'running' : status;
}

export function updateRunSummary(summary: RunSummary | null, frame: Frame): RunSummary {
  const request = findRequest(frame);
  const spent = frame.kind === 'usage' ? frame : { input: 0, output: 0 };
  return {
    runId: frame.runId,
    tabId: request?.tabId ?? summary?.tabId ?? -1,
    lastSeq: frame.seq,
    status: getNextRunStatus(summary?.status ?? 'running', frame),
    startedAt: summary?.startedAt ?? frame.at,
    requestedAt: request ? Math.max(frame.at, summary?.requestedAt ?? 0) : (summary?.requestedAt ?? frame.at),
    until: getNextWaitEnd(summary?.until ?? 0, frame),
    input: (summary?.input ?? 0) + spent.input,
    output: (summary?.output ?? 0) + spent.output,
    private: summary?.private ?? (frame.kind === 'agent.invoked' && frame.spec.private),
  };
}

export function findRequest(frame: Frame): RunRequest | null {
  if (frame.correlationId !== null) return null;
  if (frame.kind === 'agent.invoked') return frame.spec;
  return frame.kind === 'control' && frame.control === 'follow' ? frame.request : null;
}

function getNextWaitEnd(until: number, frame: Frame): number {
  if (frame.correlationId !== null) return shouldWakeCallers(frame) ? 0 : until;
  if (isAside(frame)) return until;
  return frame.kind === 'wait' ? frame.until : 0;
}
