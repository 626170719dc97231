/**
 * Says that a run's trajectory log is complete. The one rule: it looks at the frames alone and does not share code with the
 * projection, so that any run, of any test, can be held against it.
 */
import { expect } from 'vitest';
import type { Frame } from '../../../src/lib/agent/frames/frames.ts';
import type { LogEntry } from '../../../src/lib/agent/log/log-entry.ts';
import { createLogFromFrames } from '../../../src/lib/agent/log/trajectory-log.ts';

/** What must be readable in the log of a frame, and under which type. */
function expected(frame: Frame): { readonly type: LogEntry['type']; readonly content: string } | null {
  const called = frame.correlationId !== null;
  switch (frame.kind) {
    case 'plan':
      return frame.decision === 'invalid'
        ? { type: 'error', content: frame.problem ?? frame.thought }
        : { type: 'thought', content: frame.thought };
    case 'tool.call':
      return { type: 'tool_call', content: frame.tool };
    case 'tool.result':
      return { type: 'tool_result', content: frame.message };
    case 'observation':
      return { type: 'observation', content: frame.text };
    case 'error':
      return { type: called ? 'agent_error' : 'error', content: frame.error.message };
    case 'agent.response':
      return { type: called ? 'agent_result' : 'answer', content: frame.text };
    case 'agent.invoked':
      return { type: called ? 'agent_invoked' : 'start', content: frame.spec.goal };
    case 'model.reply':
      return frame.failure ? { type: 'error', content: frame.failure.message } : null;
    default:
      return null;
  }
}

/**
 * Every thought, call, result, observation and error of these frames stands in their log, once, in order, with its time and
 * step; and the log of any beginning is the beginning of the log.
 */
export function expectComplete(frames: readonly Frame[]): void {
  const log = createLogFromFrames(frames);
  expect(log.entries).toHaveLength(frames.length);
  for (const [at, frame] of frames.entries()) {
    const entry = log.entries[at];
    expect(entry).toMatchObject({ timestamp: frame.at, metadata: { frame: frame.id } });
    const { agentId, correlationId } = frame;
    if (correlationId !== null) expect(entry?.metadata).toMatchObject({ agentId, correlationId });
    else expect(entry?.metadata).not.toHaveProperty('correlationId');
    if ('step' in frame) expect(entry?.stepNumber).toBe(frame.step);
    expect(Number.isInteger(entry?.stepNumber)).toBe(true);
    expect(entry).toMatchObject(expected(frame) ?? {});
  }
  const begun = frames.slice(0, Math.ceil(frames.length / 2));
  expect(createLogFromFrames(begun).entries).toEqual(log.entries.slice(0, begun.length));
  const kinds = (...wanted: readonly Frame['kind'][]) => frames.filter(({ kind }) => wanted.includes(kind));
  const results = kinds('tool.result').filter((frame) => frame.kind === 'tool.result' && frame.isError);
  const invalid = kinds('plan').filter((frame) => frame.kind === 'plan' && frame.decision === 'invalid');
  const failed = kinds('model.reply').filter((frame) => frame.kind === 'model.reply' && frame.failure !== null);
  const spent = kinds('usage').flatMap((frame) => (frame.kind === 'usage' ? [frame] : []));
  expect(log.metrics).toMatchObject({
    totalSteps: kinds('plan').filter(({ correlationId }) => correlationId === null).length,
    toolCalls: kinds('tool.call').length,
    modelCalls: kinds('model.call').length,
    errorCount: results.length + invalid.length + failed.length + kinds('error').length,
    totalTokens: {
      input: spent.reduce((sum, { input }) => sum + input, 0),
      output: spent.reduce((sum, { output }) => sum + output, 0),
    },
  });
}
