/** An oracle for approvals: it reads the frames alone and shares no code with the policy. */
import { expect } from 'vitest';
import type { Frame, Grant } from '../../../src/lib/agent/frames/frames.ts';
import { sha256 } from '../../../src/lib/base/hash.ts';
import type { ToolRegistry } from '../../../src/lib/agent/tool-calls/index.ts';

/** JSON with sorted keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted((value as Record<string, unknown>)[key])]),
  );
}

/**
 * Every call that a model decided on and that has consequences, or reaches the world after something untrusted was read,
 * was agreed to by a user: to exactly this tool with exactly these arguments.
 */
export async function expectApproved(frames: readonly Frame[], { tools }: ToolRegistry): Promise<number> {
  let checked = 0;
  for (const call of frames) {
    if (call.kind !== 'tool.call') continue;
    const plan = frames.findLast((frame) => frame.kind === 'plan' && frame.seq < call.seq);
    expect(plan?.kind).toBe('plan');
    if (plan?.kind !== 'plan' || plan.by === 'rule') continue;
    const about = tools.get(call.tool)?.definition.annotations;
    expect(about, `${call.tool} exists`).toBeDefined();
    const tainted = frames.some(
      (frame) => frame.kind === 'tool.result' && frame.seq < plan.seq && frame.labels.integrity === 'untrusted',
    );
    const plain = about?.readOnly === true && !about.destructive && (!about.openWorld || !tainted);
    if (plain) continue;
    checked += 1;
    const hash = await sha256(JSON.stringify(sorted({ tool: call.tool, args: call.args })));
    const asked = frames.find(
      (frame) => frame.kind === 'ask.user' && frame.key === call.key && frame.form === 'approval',
    );
    const agreed = frames.find(
      (frame) =>
        frame.kind === 'control' && frame.control === 'approve' && frame.ask === call.key && frame.seq < call.seq,
    );
    expect(asked).toMatchObject({ call: { hash } });
    expect(agreed).toMatchObject({ hash });
    expect(
      frames.some((frame) => frame.kind === 'control' && frame.control === 'decline' && frame.ask === call.key),
    ).toBe(false);
  }
  return checked;
}

/** What the user allowed for good: before the run, or on a card of it. */
export function listGrants(frame: Frame): readonly Grant[] {
  if (frame.kind === 'agent.invoked') return frame.spec.grants;
  return frame.kind === 'control' && frame.control === 'approve' && frame.always ? [frame.always] : [];
}
