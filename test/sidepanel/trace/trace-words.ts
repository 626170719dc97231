/** A run's steps as the panel puts them into words. */
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import { Timeline } from '../../../src/lib/agent/log/timeline.ts';
import type { CallItem, TimelineItem } from '../../../src/lib/agent/log/timeline-item.ts';
import {
  formatDetail,
  formatPart,
  formatResult,
  formatTitle,
  formatVerdict,
} from '../../../src/sidepanel/trace/trace.ts';

const wordsOfCall = (call: CallItem) => ({
  ...call,
  userDecision: formatVerdict(call),
  parts: call.parts.map((part) => ({ ...part, title: formatPart(part) })),
  results: call.results.map((result) => ({
    message: formatResult(result),
    isError: result.kind === 'tool.result' && result.isError,
  })),
});

const wordsOf = (item: TimelineItem) => ({
  ...item,
  title: formatTitle(item),
  detail: formatDetail(item),
  by: item.frame.kind === 'plan' ? item.frame.by : null,
  thought: item.frame.kind === 'plan' ? item.frame.thought : '',
  calls: item.calls.map(wordsOfCall),
  reflection: item.frame.kind === 'reflection' ? item.frame : null,
  compaction: item.hidden && {
    dropped: item.hidden.turns.map((turn) => ({ step: turn.step, calls: turn.item.calls.map(wordsOfCall) })),
    isUnhidden: item.hidden.isUnhidden,
  },
});

export const traceOf = (frames: readonly Frame[], name: string | null = null) =>
  Timeline.of(frames).getAgent(name).listItems().map(wordsOf);
