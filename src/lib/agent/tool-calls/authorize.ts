/** Authorises each call on the current state just before it runs (SAFETY D2, D7); an approval counts once. */
import { stringifyCanonical } from '../../base/json.ts';
import { sha256 } from '../../base/hash.ts';
import { countTold } from '../egress/decide-egress.ts';
import { OWN_TAB } from '../egress/destinations.ts';
import { assessDeparture } from '../egress/departure.ts';
import { getTabRight, listUserOrigins } from '../egress/rights.ts';
import type { Departure } from '../frames/control-frames.ts';
import type { Args } from '../frames/decision.ts';
import type { Labels } from '../frames/labels.ts';
import { decideCall, resolveDestination, type RatedTool, type Verdict } from './policy.ts';
import type { ToolRegistry } from './registry.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { CallRecord } from '../state/turns.ts';
import { ToolError } from './tool.ts';

type Asked = Pick<CallRecord, 'tool' | 'args'>;

interface Authorization {
  readonly verdict: Verdict;
  /** What sites learn from it without the user being asked. */
  readonly bits: number;
}

/** `told`: in bits, by the run before it. */
function authorizeCall(
  { tool, args }: Asked,
  labels: Labels,
  registry: Pick<ToolRegistry, 'tools'>,
  state: AgentState,
  told: number,
): Authorization {
  const ratedTool = findRatedTool(tool, registry, state);
  const origins = ratedTool?.getDestination ? listUserOrigins(state) : [];
  const grants = state.spec?.grants ?? [];
  const leaves = describeDeparture({ tool, args }, registry, state);
  const to = ratedTool ? resolveDestination(ratedTool, args) : null;
  if (to === OWN_TAB && getTabRight(state) === 'never') return { verdict: 'deny', bits: 0 };
  const { own, bits } = leaves ? assessDeparture(to, leaves.text, state, labels) : { own: false, bits: 0 };
  const verdict = decideCall(ratedTool, args, { labels, origins, grants, own, bits: told + bits });
  return { verdict, bits: verdict === 'allow' ? bits : 0 };
}

/** Calls of one decision, in order: each counts what those before it tell. */
export function authorizeCalls(
  calls: readonly Asked[],
  labels: Labels,
  registry: Pick<ToolRegistry, 'tools'>,
  state: AgentState,
): readonly Verdict[] {
  let told = (state.spec?.sub?.told ?? 0) + countTold(state.request);
  return calls.map((call) => {
    const { verdict, bits } = authorizeCall(call, labels, registry, state, told);
    told += bits;
    return verdict;
  });
}

/** Null if nothing leaves. */
export function describeDeparture(
  { tool, args }: Asked,
  { tools }: Pick<ToolRegistry, 'tools'>,
  state: AgentState,
): Departure | null {
  return tools.get(tool)?.getDeparture?.(args, state) ?? null;
}

export function findRatedTool(
  name: string,
  { tools }: Pick<ToolRegistry, 'tools'>,
  state: AgentState,
): RatedTool | undefined {
  const tool = tools.get(name);
  const { getDestination: destination } = tool ?? {};
  return tool && destination ? { ...tool, getDestination: (args) => destination(args, state) } : tool;
}

/** Returns whether the user agreed to exactly this call. What choosing a link tells is counted by the gate. */
export async function assertCallAllowed(
  call: CallRecord,
  registry: ToolRegistry,
  state: AgentState,
): Promise<{ readonly approved: boolean }> {
  const recorded = state.turn?.calls.find(({ key }) => key === call.key);
  if (!state.turn || recorded?.status !== 'open')
    throw createDeniedError(call.tool, 'It is not a call that is under way.');
  const approved = recorded.approved !== null && recorded.approved === (await hashCall(call.tool, call.args));
  const { verdict } = authorizeCall(call, state.turn.promptLabels, registry, state, -Infinity);
  if (verdict === 'deny' || (verdict === 'ask' && !approved))
    throw createDeniedError(call.tool, 'This exact call was not approved.');
  return { approved };
}

/** Any change of tool or arguments voids the approval. */
export const hashCall = (tool: string, args: Args): Promise<string> => sha256(stringifyCanonical({ tool, args }));

function createDeniedError(tool: string, reason: string): ToolError {
  const error = { code: 'tool.denied', message: `${tool} was not run. ${reason}`, hint: 'Answer without it.' };
  return new ToolError(error, false);
}
