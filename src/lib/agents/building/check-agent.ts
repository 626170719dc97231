import { USER_LABELS } from '../../agent/frames/frames.ts';
import type { Tool } from '../../agent/tool-calls/index.ts';
import type { Extension } from '../manifest/extension-tools.ts';
import { MANIFEST_SCHEMA, renderFaults, checkArguments } from './manifest-argument.ts';
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
    const checked = checkArguments(args, context.state(), extensions());
    const faults = checked.ok ? [] : checked.faults;
    return {
      name: 'faults',
      payload: 'text',
      message: faults.length === 0 ? 'No faults: it can be saved.' : 'Faults found: {faults}.',
      metadata: { faults: faults.length },
      objects: [],
      content: faults.length === 0 ? [] : [{ type: 'text', text: renderFaults(faults) }],
      structured: faults.map(({ path, problem, hint }) => ({ path, problem, hint })),
      labels: USER_LABELS,
    };
  },
});
