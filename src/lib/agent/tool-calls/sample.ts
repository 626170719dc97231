/** A completion that a server asked for while its tool runs (sampling): the run's model sees the server's words and nothing else. */
import { computeModelCost } from '../budget/cost.ts';
import { sumShares } from '../budget/token-shares.ts';
import type { LargestSpend, ServerRequest } from '../frames/control-frames.ts';
import type { Labels } from '../frames/labels.ts';
import { measurePrompt } from '../model-calls/measure-prompt.ts';
import { callOptionalModel } from '../model-calls/model-call.ts';
import type { ModelRequest, RunPorts } from '../ports.ts';
import { getSpec, type AgentState } from '../state/agent-state.ts';
import type { Commits, Writer } from '../state/journal.ts';
import { resolveModelForPurpose } from '../state/model-roles.ts';
import { createSamplingKey, findAgreedSampling } from '../state/server-replies.ts';
import type { CallRecord } from '../state/turns.ts';

type Sampling = Extract<ServerRequest, { readonly kind: 'sampling' }>;

/** What the server's words can cost at most. */
export async function measureSampling(asked: Sampling, state: AgentState, ports: RunPorts): Promise<LargestSpend> {
  const { shares } = await measurePrompt(createSamplingRequest(asked), ports, 'tools');
  const spend = { input: sumShares(shares), output: asked.maxTokens };
  const { binding } = resolveModelForPurpose('sample', getSpec(state).models, ports.getModel);
  const { prices } = binding;
  return { ...spend, cost: computeModelCost(spend, binding), asOf: binding.metered && prices ? [prices.asOf] : [] };
}

/** Calls the model if the user agreed to what was asked last. Its reply is in the state, unless it failed for good or over a limit. */
export async function* sample(
  call: CallRecord,
  labels: Labels,
  journal: Writer,
  ports: RunPorts,
  signal: AbortSignal,
): Commits<void> {
  const asked = findAgreedSampling(call);
  if (asked === null) return;
  const request = createSamplingRequest(asked);
  const { model } = resolveModelForPurpose('sample', getSpec(journal.state).models, ports.getModel);
  const measured = await measurePrompt(request, ports, 'tools');
  if (sumShares(measured.shares) + request.maxOutputTokens > model.contextTokens) return;
  const key = createSamplingKey(call.key, asked);
  const { step } = journal.state;
  const intent = { key, step, purpose: 'sample', part: null, request, measured, labels, parentId: call.id } as const;
  yield* callOptionalModel(intent, journal, ports, signal);
}

const createSamplingRequest = ({ system, messages, maxTokens }: Sampling): ModelRequest => ({
  task: 'answer',
  maxOutputTokens: maxTokens,
  messages: [
    ...(system === '' ? [] : [{ role: 'system', content: [{ type: 'text', text: system }] } as const]),
    ...messages.map(({ role, text }) => ({ role, content: [{ type: 'text', text }] }) as const),
  ],
});
