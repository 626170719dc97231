/**
 * `save_agent`: keeps an agent, which can be called from then on. The one rule: its arguments are the whole manifest, so the person who
 * agrees to the call has seen every word of it; nobody is asked about one that could not be kept.
 */
import { USER, type AgentCard, type AgentManifest, type ToolObject } from '../../agent/frames.ts';
import type { Json } from '../../base/json.ts';
import type { AgentState } from '../../agent/state.ts';
import type { Args } from '../../agent/ports.ts';
import { ToolError, type Tool, type ToolContext } from '../../agent/tools.ts';
import { keepBody } from '../../toolbox/page.ts';
import { TOOL_SCHEMAS } from '../../toolbox/schemas.ts';
import { AGENT } from '../cards.ts';
import type { Extension } from '../extension.ts';
import type { Checked } from '../manifest/check.ts';
import { faultList, soundness, takenBy } from './soundness.ts';

export function saveAgent(extensions: () => readonly Extension[]): Tool {
  const checkedIn = (args: Args, state: AgentState): Checked => {
    const checked = soundness(args['manifest'], { state, extensions: extensions() });
    const taken = checked.ok && args['replace'] !== true ? takenBy(checked.manifest.id, state) : null;
    return taken ? { ok: false, faults: [taken] } : checked;
  };
  return {
    definition: {
      name: 'save_agent',
      description:
        'Keep an agent, so that it can be called from now on. The person sees the manifest whole and is asked first.',
      inputSchema: TOOL_SCHEMAS.save_agent,
      outputSchema: null,
      examples: [],
      annotations: { title: 'Keep an agent', readOnly: false, destructive: false, idempotent: true, openWorld: false },
    },
    tier: 'write',
    timeoutMs: 10_000,
    refuses(args, state) {
      const checked = checkedIn(args, state);
      return checked.ok ? null : `The agent cannot be kept as it is:\n${faultList(checked.faults)}`;
    },
    // eslint-disable-next-line require-yield -- makes no model call
    async *run(args, context) {
      const checked = checkedIn(args, context.state());
      if (!checked.ok) throw faulty(checked);
      const { manifest } = checked;
      const card = await context.ports.agents.save(manifest, args['replace'] === true);
      return {
        name: AGENT,
        payload: AGENT,
        message: manifest.enabled ? 'Kept {agent}. It can be called from now on.' : 'Kept {agent}, switched off.',
        metadata: { agent: manifest.name },
        objects: manifest.enabled ? [await objectOf(card, manifest, context)] : [],
        structured: { id: card.id, uses: card.uses },
        labels: USER,
      };
    },
  };
}

/** By which the run knows it (`cards.ts`). */
async function objectOf(card: AgentCard, manifest: AgentManifest, { ports }: ToolContext): Promise<ToolObject> {
  const meta = { card: { ...card } satisfies Json };
  return { name: AGENT, body: await keepBody(JSON.stringify(manifest), ports), meta, hidden: false };
}

function faulty({ faults }: Extract<Checked, { readonly ok: false }>): ToolError {
  const message = `The agent cannot be kept as it is:\n${faultList(faults)}`;
  return new ToolError({ code: 'agent.faults', message, cure: 'Correct the manifest and save it again.' }, true);
}
