/** What answers a server's question: the user's own words, or what the model made of the server's words alone, once the user agreed. */
import { clip } from '../../base/one-line.ts';
import type { AskedByServer } from '../frames/control-frames.ts';
import type { AgentState } from './agent-state.ts';
import type { CallRecord } from './turns.ts';

/** In characters. */
const MAX_REPLY = 60_000;

type AskingCall = Pick<CallRecord, 'key' | 'answer'>;

type AskedSampling = Extract<AskedByServer, { readonly kind: 'sampling' }>;

/** Null unless a completion was asked for and the user agreed. */
export function findAgreedSampling({ answer }: AskingCall): AskedSampling | null {
  const asked = answer?.asked;
  return asked?.kind === 'sampling' && answer?.entered !== null ? asked : null;
}

export const createSamplingKey = (call: string, { question }: AskedSampling): string => `${call}/${question}/sample`;

/** Returns JSON; null if the user declined. Of a completion `text` is null if the model gave none. */
export function resolveServerReply(call: AskingCall, { request }: Pick<AgentState, 'request'>): string | null {
  const asked = findAgreedSampling(call);
  if (asked === null) return call.answer?.entered ?? null;
  const reply = request.replies.get(createSamplingKey(call.key, asked));
  const text = reply ? clip(reply.text, MAX_REPLY) : null;
  return JSON.stringify({ text, isCut: reply !== undefined && (reply.finish === 'length' || text !== reply.text) });
}
