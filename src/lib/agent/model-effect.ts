/**
 * One model call as a committed effect: intent, do, result. Exactly one attempt; a settled call is never made again, a
 * failed one leaves its failure in the state, where the loop decides on waiting and retrying (attempts are effects too,
 * so that the budget sees each).
 */
import { sha256 } from '../base/hash.ts';
import type { Commit, FrameDraft, Labels, ModelReplyFrame, UsageFrame } from './frames.ts';
import type { Journal } from './journal.ts';
import { LimitReached } from './limits.ts';
import type { Model, ModelFailure, ModelRequest, ModelUsage, RunPorts } from './ports.ts';
import type { SettledReply } from './state.ts';

export interface ModelCall {
  /** Names the effect within the run. */
  readonly key: string;
  readonly step: number;
  readonly purpose: 'answer' | 'part';
  readonly part: { readonly index: number; readonly of: number } | null;
  readonly request: ModelRequest;
  readonly labels: Labels;
}

/** Thrown when an attempt did not settle: the loop looks at the state and decides what is next. */
export class Unsettled extends Error {}

export async function* callModel(
  call: ModelCall,
  journal: Journal,
  ports: RunPorts,
  signal: AbortSignal,
): AsyncGenerator<Commit, SettledReply, void> {
  const settled = journal.state.replies.get(call.key);
  if (settled) return settled;
  const { spec, usage } = journal.state;
  if (!spec) throw new Error('A model call before the run began.');
  const estimate = { input: await countRequest(call.request, ports), output: call.request.maxOutputTokens };
  const most = usage.input + usage.output + estimate.input + estimate.output;
  if (spec.metered && most > spec.limits.tokenBudget) {
    throw new LimitReached('tokens'); // fails closed: reserved at the intent
  }
  const { key, step, purpose, part, labels } = call;
  const promptHash = await sha256(JSON.stringify(call.request));
  const attempt = journal.state.tries + 1;
  const intent = journal.write({
    kind: 'model.call',
    parentId: journal.state.lastId,
    labels,
    step,
    key,
    attempt,
    purpose,
    part,
    estimate,
    promptHash,
  });
  yield intent;

  const parentId = intent[0].id;
  const began = ports.clock.now();
  const result = await consume(ports.modelFor(spec.config), call, ports, signal);
  const usageDraft = await price(result.usage, estimate.input, result.text, ports);
  const reply: FrameDraft & Pick<ModelReplyFrame, 'kind'> = {
    kind: 'model.reply',
    parentId,
    labels,
    key,
    text: result.text,
    finish: result.finish,
    failure: result.failure,
    ms: Math.max(0, ports.clock.now() - began),
  };
  yield journal.write(reply, { kind: 'usage', parentId, labels, key, ...usageDraft });
  const after = journal.state.replies.get(key);
  if (!after) throw new Unsettled();
  return after;
}

interface Consumed {
  readonly text: string;
  readonly finish: ModelReplyFrame['finish'];
  readonly failure: ModelFailure | null;
  readonly usage: ModelUsage;
}

async function consume(model: Model, call: ModelCall, ports: RunPorts, signal: AbortSignal): Promise<Consumed> {
  const pieces: string[] = [];
  const end = (finish: Consumed['finish'], usage: ModelUsage = {}, failure: ModelFailure | null = null): Consumed => ({
    text: pieces.join(''),
    finish,
    usage,
    failure,
  });
  ports.draft(call.key, '');
  for await (const event of model.stream(call.request, signal)) {
    switch (event.type) {
      case 'text':
        pieces.push(event.text);
        ports.draft(call.key, event.text);
        break;
      case 'done':
        return end(event.finish, event.usage);
      case 'error':
        return end('failed', event.refused === true ? { input: 0, output: 0 } : {}, event.failure);
      case 'aborted':
        return end('aborted');
    }
  }
  throw new Error(`The model ${model.id} ended its stream without saying how.`);
}

/** The provider's figures where it gives them, our own count where it does not. */
async function price(
  usage: ModelUsage,
  countedInput: number,
  text: string,
  ports: RunPorts,
): Promise<Pick<UsageFrame, 'input' | 'output' | 'cached' | 'reasoning' | 'source'>> {
  const { input, output, cached = 0, reasoning = 0 } = usage;
  const source = input === undefined || output === undefined ? 'counted' : 'provider';
  return {
    input: input ?? countedInput,
    output: output ?? (await ports.tokens.count(text)),
    cached,
    reasoning,
    source,
  };
}

/** Tokens of a request's content, with a few for each message's frame. */
async function countRequest(request: ModelRequest, ports: RunPorts): Promise<number> {
  let total = 0;
  for (const message of request.messages) {
    total += 4;
    for (const part of message.content) {
      total += await ports.tokens.count(part.text);
      if (part.type === 'document') total += 20 + (await ports.tokens.count(`${part.title}${part.url}`));
    }
  }
  return total;
}
