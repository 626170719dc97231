/** The arguments are the whole manifest: the user approves every word. Invalid ones are refused before. */
import { USER_LABELS, type AgentCard, type AgentManifest, type Artifact } from '../../agent/frames/frames.ts';
import { ToolError, type Tool, type ToolContext } from '../../agent/tool-calls/index.ts';
import { storeBody } from '../../toolbox/page/page-artifacts.ts';
import { AGENT_ARTIFACT } from '../cards.ts';
import type { Extension } from '../manifest/extension-tools.ts';
import type { ManifestResult } from '../manifest/validate-manifest.ts';
import { MANIFEST_SCHEMA, renderFaults, checkArguments } from './manifest-argument.ts';
import { createDefinition, LOCAL_WRITE } from '../../toolbox/definition.ts';

export const createSaveAgentTool = (extensions: () => readonly Extension[]): Tool => ({
  definition: createDefinition({
    name: 'save_agent',
    title: 'Keep an agent',
    description:
      'Keep an agent, so that it can be called from now on. The person sees the manifest whole and is asked first.',
    properties: {
      manifest: MANIFEST_SCHEMA,
      replace: { type: 'boolean', description: 'True only where the person wants the agent of that id changed.' },
    },
    required: ['manifest'],
    promises: LOCAL_WRITE,
  }),
  tier: 'write',
  timeoutMs: 10_000,
  findRefusal(args, state) {
    const checked = checkArguments(args, state, extensions());
    return checked.ok ? null : `The agent cannot be kept as it is:\n${renderFaults(checked.faults)}`;
  },
  async run(args, context) {
    const checked = checkArguments(args, context.state(), extensions());
    if (!checked.ok) throw createFaultError(checked);
    const { manifest } = checked;
    const card = await context.ports.agents.save(manifest, args['replace'] === true);
    return {
      name: AGENT_ARTIFACT,
      payload: AGENT_ARTIFACT,
      message: manifest.enabled ? 'Kept {agent}. It can be called from now on.' : 'Kept {agent}, switched off.',
      metadata: { agent: manifest.name },
      objects: manifest.enabled ? [await createAgentArtifact(card, manifest, context)] : [],
      structured: { id: card.id, uses: card.uses },
      labels: USER_LABELS,
    };
  },
});

async function createAgentArtifact(
  card: AgentCard,
  manifest: AgentManifest,
  { ports }: ToolContext,
): Promise<Artifact> {
  return {
    name: AGENT_ARTIFACT,
    body: await storeBody(JSON.stringify(manifest), ports),
    meta: { card },
    hidden: false,
  };
}

function createFaultError({ faults }: Extract<ManifestResult, { readonly ok: false }>): ToolError {
  const message = `The agent cannot be kept as it is:\n${renderFaults(faults)}`;
  return new ToolError({ code: 'agent.faults', message, hint: 'Correct the manifest and save it again.' }, true);
}
