/** `check_agent`: what is wrong with a manifest. The one rule: the same that keeps one from being saved. */
import { USER } from '../../agent/frames.ts';
import type { Tool } from '../../agent/tools.ts';
import { TOOL_SCHEMAS } from '../../toolbox/schemas.ts';
import type { Extension } from '../extension.ts';
import { faultList, soundness, takenBy } from './soundness.ts';

export const checkAgent = (extensions: () => readonly Extension[]): Tool => ({
  definition: {
    name: 'check_agent',
    description: 'Check the manifest of an agent: every fault with its path and its cure, or that there is none.',
    inputSchema: TOOL_SCHEMAS.check_agent,
    outputSchema: null,
    examples: [],
    annotations: { title: 'Check an agent', readOnly: true, destructive: false, idempotent: true, openWorld: false },
  },
  tier: 'pure',
  timeoutMs: 5000,
  // eslint-disable-next-line require-yield, @typescript-eslint/require-await -- a generator of commits, by contract
  async *run(args, context) {
    const state = context.state();
    const checked = soundness(args['manifest'], { state, extensions: extensions() });
    const taken = checked.ok ? takenBy(checked.manifest.id, state) : null;
    const faults = checked.ok ? [] : checked.faults;
    const told = taken ? [...faults, taken] : faults;
    return {
      name: 'faults',
      payload: 'text',
      message: told.length === 0 ? 'No faults: it can be saved.' : 'Faults found: {faults}.',
      metadata: { faults: told.length },
      objects: [],
      content: told.length === 0 ? [] : [{ type: 'text', text: faultList(told) }],
      structured: told.map(({ path, problem, cure }) => ({ path, problem, cure })),
      labels: USER,
    };
  },
});
