import { USER_LABELS } from '../../agent/frames/frames.ts';
import type { Tool } from '../../agent/tool-calls/index.ts';
import type { Extension } from '../tool-group.ts';
import { MANIFEST_SCHEMA, renderFaults, checkSoundness, findIdConflict } from './manifest-argument.ts';
import { createDefinition, LOCAL_READ } from '../../toolbox/definition.ts';

export const createCheckAgentTool = (extensions: () => readonly Extension[]): Tool => ({
  definition: createDefinition({
    name: 'check_agent',
    title: 'Check an agent',
    description: 'Check the manifest of an agent: every fault with its path and its cure, or that there is none.',
    properties: { manifest: MANIFEST_SCHEMA },
    required: ['manifest'],
    promises: LOCAL_READ,
  }),
  tier: 'pure',
  timeoutMs: 5000,
  run(args, context) {
    const state = context.state();
    const checked = checkSoundness(args['manifest'], state, extensions());
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
