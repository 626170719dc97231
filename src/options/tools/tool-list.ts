/** Tool servers and what is switched on of them. Pure. */
import type { JsonSchema } from '../../lib/base/json.ts';
import { parseUrl } from '../../lib/base/urls.ts';
import type { ListedTool } from '../../lib/protocol/offscreen/tool-server.ts';
import type { Settings } from '../../lib/protocol/settings/settings.ts';
import type { SwitchedTool, ToolServerSettings } from '../../lib/protocol/settings/tool-servers.ts';
import { listArguments, type ListedArgument } from '../../lib/schema/list-arguments.ts';

/** Both are listed, pinned and switched on alike. */
export type ServedKind = 'tools' | 'prompts';

/** A tool or prompt as it is shown: of the server's list, of what is switched on, or both. */
export interface ShownTool {
  readonly name: string;
  readonly description: string;
  readonly args: readonly ListedArgument[];
  readonly claims: ListedTool['claims'];
  /** `unusable`: its arguments are too many, or clash with ours. */
  readonly state: 'on' | 'off' | 'changed' | 'gone' | 'unusable';
  readonly repeatable: boolean;
  /** Null if it cannot be switched on. */
  readonly switchable: SwitchedTool | null;
}

/** `listed`: null before the server was asked. `lapsed`: no longer on, since they changed or are gone. These come first. */
export function listShownTools(
  on: readonly SwitchedTool[],
  listed: readonly ListedTool[] | null,
  lapsed: readonly SwitchedTool[] = [],
): readonly ShownTool[] {
  const known = (listed ?? []).map((tool): ShownTool => {
    const { name, description, claims, pin, inputSchema } = tool;
    const stored = on.find((each) => each.name === name);
    const switchable = inputSchema && ({ name, description, inputSchema, pin, repeatable: false } as SwitchedTool);
    const before = stored ?? lapsed.find((each) => each.name === name);
    const isChanged = before !== undefined && before.pin !== pin;
    const state = isChanged ? 'changed' : stored ? 'on' : switchable ? 'off' : 'unusable';
    const repeatable = state === 'on' && stored?.repeatable === true;
    return { name, description, claims, args: listArguments(inputSchema), state, repeatable, switchable };
  });
  const others = [
    ...on,
    ...(listed === null ? [] : lapsed.filter(({ name }) => !on.some((tool) => tool.name === name))),
  ]
    .filter(({ name }) => !known.some((tool) => tool.name === name))
    .map((tool): ShownTool => ({
      ...tool,
      claims: [],
      args: listArguments(tool.inputSchema as JsonSchema),
      state: listed === null ? 'on' : 'gone',
      switchable: listed === null ? tool : null,
    }));
  const isOdd = ({ state }: ShownTool): boolean => state === 'changed' || state === 'gone';
  const all = [...others, ...known];
  return [...all.filter(isOdd), ...all.filter((tool) => !isOdd(tool))];
}

/** The tools that are on although the server has changed them or has them no more. */
export const findLapsedTools = (on: readonly SwitchedTool[], listed: readonly ListedTool[]): readonly SwitchedTool[] =>
  on.filter((tool) => listed.find(({ name }) => name === tool.name)?.pin !== tool.pin);

/** The part of the host that tells it from others, such as `example` of `mcp.example.org`. */
export function createServerId(address: string, servers: readonly ToolServerSettings[]): string {
  const { hostname = '', port = '' } = parseUrl(address) ?? {};
  const labels = hostname.split('.');
  const isName = labels.length > 1 && !/^[\d.]+$/.test(hostname);
  const name = isName ? (labels.at(-2) ?? '') : hostname;
  const id = `${name}${port === '' || isName ? '' : `-${port}`}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const base = id.slice(0, MAX_ID_BASE) || 'server';
  const taken = servers.map((server) => server.id);
  const numbers = Array.from({ length: servers.length }, (_, at) => `${base}-${String(at + 2)}`);
  return [base, ...numbers].find((candidate) => !taken.includes(candidate)) ?? base;
}

/** Leaves room for a number. */
const MAX_ID_BASE = 17;

export function putServer(now: Settings, server: ToolServerSettings): Settings {
  const isKnown = now.toolServers.some(({ id }) => id === server.id);
  const toolServers = isKnown
    ? now.toolServers.map((other) => (other.id === server.id ? server : other))
    : [...now.toolServers, server];
  return { ...now, toolServers };
}

export const removeServer = (now: Settings, removed: string): Settings => ({
  ...now,
  toolServers: now.toolServers.filter(({ id }) => id !== removed),
});

export function switchOffTools(
  now: Settings,
  serverId: string,
  off: readonly SwitchedTool[],
  kind: ServedKind = 'tools',
): Settings {
  const server = now.toolServers.find(({ id }) => id === serverId);
  const on = server?.[kind] ?? [];
  const left = on.filter(({ pin }) => !off.some((tool) => tool.pin === pin));
  return server === undefined || left.length === on.length ? now : putServer(now, { ...server, [kind]: left });
}

/** `tool`: null switches it off. Unchanged if the server was removed in another window. */
export function switchTool(
  now: Settings,
  serverId: string,
  name: string,
  tool: SwitchedTool | null,
  kind: ServedKind = 'tools',
): Settings {
  const server = now.toolServers.find(({ id }) => id === serverId);
  if (server === undefined) return now;
  const on = server[kind] ?? [];
  const others = on.filter((other) => other.name !== name);
  if (tool === null && others.length === on.length) return now;
  return putServer(now, { ...server, [kind]: tool === null ? others : [...others, tool] });
}
