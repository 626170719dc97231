/** The names of everything that a tool is handed beside its arguments, from a real call of a real run. */
import { USER_LABELS } from '../../../src/lib/agent/frames/frames.ts';
import { createRegistry, type Tool } from '../../../src/lib/agent/tool-calls/index.ts';
import { agentModel } from '../models/agent-model.ts';
import { articleWith, drive, specOf, world } from './world.ts';

export async function toolContextKeys(): Promise<readonly string[]> {
  let keys: readonly string[] = [];
  const tool: Tool = {
    definition: {
      name: 'look',
      description: 'Looks.',
      inputSchema: { type: 'object' },
      examples: [],
      annotations: { title: 'Look', readOnly: true, destructive: false, idempotent: true, openWorld: false },
    },
    tier: 'pure',
    timeoutMs: 1000,
    run(_args, context) {
      keys = Object.keys(context).sort();
      return { name: 'look', payload: 'text', message: 'Looked.', objects: [], labels: USER_LABELS };
    },
  };
  const model = agentModel([{ calls: [{ name: 'look', args: { reasoning: 'Look.' } }] }, { text: 'Seen.' }]);
  await drive(world(model, articleWith('')), [], specOf({ job: 'ask' }), undefined, {
    name: 'look',
    registry: createRegistry(tool),
    instructions: () => 'Look.',
    findOpeningCall: () => null,
    buildAnswerRequest: () => Promise.reject(new Error('The model decides here.')),
  });
  return keys;
}
