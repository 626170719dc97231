import { USER_LABELS } from '../../agent/frames/frames.ts';
import type { Tool } from '../../agent/tools/index.ts';
import { TOOL_SCHEMAS } from '../../toolbox/schemas.ts';
import type { Extension } from '../extension.ts';
import { renderFaults, checkSoundness, findIdConflict } from './soundness.ts';

export const createCheckAgentTool = (extensions: () => readonly Extension[]): Tool => ({
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
    const checked = checkSoundness(args['manifest'], { state, extensions: extensions() });
    const conflict = checked.ok ? findIdConflict(checked.manifest.id, state) : null;
    const faults = checked.ok ? [] : checked.faults;
    const allFaults = conflict ? [...faults, conflict] : faults;
    return {
      name: 'faults',
      payload: 'text',
      message: allFaults.length === 0 ? 'No faults: it can be saved.' : 'Faults found: {faults}.',
      metadata: { faults: allFaults.length },
      objects: [],
      content: allFaults.length === 0 ? [] : [{ type: 'text', text: renderFaults(allFaults) }],
      structured: allFaults.map(({ path, problem, hint }) => ({ path, problem, hint })),
      labels: USER_LABELS,
    };
  },
});
