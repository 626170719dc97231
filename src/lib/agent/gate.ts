/**
 * The gate before every tool (SAFETY D2, D7): the policy is asked once more, of the state as it has been folded, just before
 * the effect. The one rule: a call that is not allowed by itself runs only if a person agreed to exactly it, and only once.
 */
import { canonical } from '../base/canonical.ts';
import { sha256 } from '../base/hash.ts';
import type { Args } from './decision.ts';
import type { Labels } from './labels.ts';
import { decide, ENGINES, LINKED, OWN_TAB, UNREADABLE, webOrigin, type Rated, type Verdict } from './policy.ts';
import type { ToolRegistry } from './registry.ts';
import type { AgentState, CallRecord } from './session.ts';
import { addressesNamed } from './named.ts';
import { ToolError } from './tool.ts';

/** The policy's word on a call that is made on the strength of what has those labels. */
export function verdictOn(
  { tool, args }: Pick<CallRecord, 'tool' | 'args'>,
  labels: Labels,
  { tools }: ToolRegistry,
  state: AgentState,
): Verdict {
  const known = ratedIn(tool, { tools }, state);
  const origins = known?.destination ? namedBy(state) : [];
  return decide(known, args, labels, origins, state.spec?.grants ?? []);
}

/** A tool as the policy looks at it in this state; undefined where there is none of that name. */
export function ratedIn(name: string, { tools }: Pick<ToolRegistry, 'tools'>, state: AgentState): Rated | undefined {
  const tool = tools.get(name);
  const { destination } = tool ?? {};
  return tool && destination ? { ...tool, destination: (args) => destination(args, state) } : tool;
}

/** Throws a `ToolError` unless that very call may run now. */
export async function expectAllowed(call: CallRecord, registry: ToolRegistry, state: AgentState): Promise<void> {
  const recorded = state.turn?.calls.find(({ key }) => key === call.key);
  if (!state.turn || recorded?.status !== 'open') throw denied(call.tool, 'It is not a call that is under way.');
  const verdict = verdictOn(call, state.turn.led, registry, state);
  if (verdict === 'allow') return;
  if (verdict === 'deny' || recorded.approved !== (await hashOf(call.tool, call.args)))
    throw denied(call.tool, 'Nobody has agreed to exactly this call.');
}

/** Names a call for a person's yes: any change of tool or arguments voids it. */
export const hashOf = (tool: string, args: Args): Promise<string> => sha256(canonical({ tool, args }));

function denied(tool: string, why: string): ToolError {
  const trouble = { code: 'tool.denied', message: `${tool} was not run. ${why}`, cure: 'Answer without it.' };
  return new ToolError(trouble, false);
}

/** What the person opened or named: the run's own tab, links, for a run that searches engines; and addresses in their own words. */
export function namedBy(state: AgentState): readonly string[] {
  return [
    OWN_TAB,
    LINKED,
    ...(wantsWeb(state) ? [ENGINES] : []),
    ...addressesNamed(state)
      .map(webOrigin)
      .filter((origin) => origin !== UNREADABLE),
  ];
}

/** Whether the person wants the web searched: an agent that was called has it from the run. */
export const wantsWeb = ({ spec }: Pick<AgentState, 'spec'>): boolean => spec?.sub?.engines ?? spec?.job === 'research';
