/** A completion that a server asked for while its tool runs (sampling): the run's model sees the server's words and nothing else. */
import { computeModelCost } from '../budget/cost.ts';
import { sumShares } from '../budget/token-shares.ts';
import type { LargestSpend, SamplingRequest } from '../frames/control-frames.ts';
import type { Labels } from '../frames/labels.ts';
import { measurePrompt } from '../model-calls/measure-prompt.ts';
import { callOptionalModel, findExceededLimit } from '../model-calls/model-call.ts';
import type { ModelRequest, RunPorts } from '../ports.ts';
import { getSpec } from '../state/agent-state.ts';
import type { Commits, Writer } from '../state/journal.ts';
import { resolveModelForPurpose } from '../state/model-roles.ts';
import { createSamplingKey, findAgreedSampling } from '../state/server-replies.ts';
import type { CallRecord } from '../state/turns.ts';

/** In tokens: for less room than that, nothing is asked. */
const MIN_OUTPUT = 200;

/** Prepares the request with what it can cost at most, and an answer that has room in the model. Null if it has none, or is beyond the budget. */
export async function prepareSampling(
  asked: SamplingRequest,
  journal: Writer,
  ports: RunPorts,
): Promise<(SamplingRequest & { readonly most: LargestSpend }) | null> {
  const { binding, model } = resolveModelForPurpose('sample', getSpec(journal.state).models, ports.getModel);
  const { shares } = await measurePrompt(createSamplingRequest(asked), ports, 'tools');
  const input = sumShares(shares);
  const maxTokens = Math.min(asked.maxTokens, model.contextTokens - input);
  const spend = { input, output: maxTokens };
  if (maxTokens < Math.min(asked.maxTokens, MIN_OUTPUT)) return null;
  if (findExceededLimit({ ...spend, model: binding }, journal)) return null;
  const { metered, prices } = binding;
  const most = { ...spend, cost: computeModelCost(spend, binding), asOf: metered && prices ? [prices.asOf] : [] };
  return { ...asked, maxTokens, most };
}

/**
 * Calls the model if the user agreed to what was asked last and the server still waits. Its reply is in the state, unless it failed or
 * went over a limit.
 */
export async function* sample(
  call: CallRecord,
  labels: Labels,
  journal: Writer,
  ports: RunPorts,
  signal: AbortSignal,
): Commits<void> {
  const asked = findAgreedSampling(call);
  if (asked === null) return;
  const key = createSamplingKey(call.key, asked);
  const isBegun = journal.state.request.modelCalls.get(key)?.underWay === true; // it is paid already
  if (!isBegun && !(await ports.toolServers.extend(call.id, asked.question, signal))) return;
  const request = createSamplingRequest(asked);
  const { model } = resolveModelForPurpose('sample', getSpec(journal.state).models, ports.getModel);
  const measured = await measurePrompt(request, ports, 'tools');
  if (sumShares(measured.shares) + request.maxOutputTokens > model.contextTokens) return;
  const { step } = journal.state;
  const intent = { key, step, purpose: 'sample', part: null, request, measured, labels, parentId: call.id } as const;
  yield* callOptionalModel(intent, journal, ports, signal);
}

const createSamplingRequest = ({ system, messages, maxTokens }: SamplingRequest): ModelRequest => ({
  task: 'answer',
  maxOutputTokens: maxTokens,
  messages: [
    ...(system === '' ? [] : [{ role: 'system', content: [{ type: 'text', text: system }] } as const]),
    ...messages.map(({ role, text }) => ({ role, content: [{ type: 'text', text }] }) as const),
  ],
});
