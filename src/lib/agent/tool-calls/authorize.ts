/** Authorises each call on the current state just before it runs (SAFETY D2, D7); an approval counts once. */
import { stringifyCanonical } from '../../base/canonical.ts';
import { sha256 } from '../../base/hash.ts';
import type { Args } from '../frames/decision.ts';
import type { Labels } from '../frames/labels.ts';
import {
  decideCall,
  ENGINES,
  LINKED,
  OWN_TAB,
  UNREADABLE,
  getWebOrigin,
  type RatedTool,
  type Verdict,
} from './policy.ts';
import type { ToolRegistry } from './registry.ts';
import type { AgentState } from '../state/agent-state.ts';
import type { CallRecord } from '../state/turns.ts';
import { findUserUrls } from './urls-in-user-text.ts';
import { ToolError } from './tool.ts';

export function authorizeCall(
  { tool, args }: Pick<CallRecord, 'tool' | 'args'>,
  labels: Labels,
  { tools }: ToolRegistry,
  state: AgentState,
): Verdict {
  const ratedTool = findRatedTool(tool, { tools }, state);
  const origins = ratedTool?.getDestination ? listUserOrigins(state) : [];
  return decideCall(ratedTool, args, labels, origins, state.spec?.grants ?? []);
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

export async function assertCallAllowed(call: CallRecord, registry: ToolRegistry, state: AgentState): Promise<void> {
  const recorded = state.turn?.calls.find(({ key }) => key === call.key);
  if (!state.turn || recorded?.status !== 'open')
    throw createDeniedError(call.tool, 'It is not a call that is under way.');
  const verdict = authorizeCall(call, state.turn.promptLabels, registry, state);
  if (verdict === 'allow') return;
  if (verdict === 'deny' || recorded.approved !== (await hashCall(call.tool, call.args)))
    throw createDeniedError(call.tool, 'This exact call was not approved.');
}

/** Any change of tool or arguments voids the approval. */
export const hashCall = (tool: string, args: Args): Promise<string> => sha256(stringifyCanonical({ tool, args }));

function createDeniedError(tool: string, reason: string): ToolError {
  const error = { code: 'tool.denied', message: `${tool} was not run. ${reason}`, hint: 'Answer without it.' };
  return new ToolError(error, false);
}

/** Origins the user opened or named, links, and search engines in a research run. */
export function listUserOrigins(state: AgentState): readonly string[] {
  return [
    OWN_TAB,
    LINKED,
    ...(canSearchWeb(state) ? [ENGINES] : []),
    ...findUserUrls(state)
      .map(getWebOrigin)
      .filter((origin) => origin !== UNREADABLE),
  ];
}

/** A called agent inherits it from the run. */
export const canSearchWeb = ({ spec }: Pick<AgentState, 'spec'>): boolean =>
  spec?.sub?.engines ?? spec?.job === 'research';
