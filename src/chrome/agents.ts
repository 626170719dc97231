/**
 * The person's own agents in `chrome.storage.local`: a list, and a record for each. The one rule: one change after the other,
 * each whole or not at all; what does not fit its schema is told of, and is nobody's agent.
 */
import type { AgentManifest } from '../lib/agent/manifest.ts';
import type { KeptAgents } from '../lib/agents/loader.ts';
import { TroubleError } from '../lib/base/errors.ts';
import { MAX_AGENTS, MAX_MANIFEST, type BrokenAgent } from '../lib/protocol/agents.ts';
import { check } from '../lib/protocol/check.ts';
import { AGENTS_VERSION } from '../lib/protocol/kept-agents.ts';
import type { Checked } from '../lib/protocol/schemas.ts';
import { writeLocal } from './local-area.ts';

const LIST = 'agents';
const ASIDE = 'agents.rejected';
const keyOf = (id: string): string => `agent/${id}`;

type List = Checked['agents.kept'];
type Kept = Checked['agent.kept'];

interface Stored {
  readonly list: List;
  readonly records: ReadonlyMap<string, Kept>;
  readonly broken: readonly BrokenAgent[];
}

/** Rejects only when storage itself fails. */
export async function loadKept(): Promise<KeptAgents> {
  const { list, records, broken } = await read();
  return {
    own: Array.from(records, ([id, { text, manifest, enabled }]) => ({ id, text, manifest, enabled })),
    switched: new Map(list.switched.map(({ id, on }) => [id, on])),
    broken,
  };
}

/**
 * Keeps an agent in the place of any with its id. `on`: switched on. Else the person's switch stays as it is, unless the manifest
 * says otherwise than it did before. Rejects with a `TroubleError` where there is no room.
 */
export function keepAgent(manifest: AgentManifest, text: string, on = false): Promise<void> {
  return alone(async () => {
    const { list, records } = await read();
    const { id } = manifest;
    const own = list.own.includes(id) ? list.own : [...list.own, id];
    if (own.length > MAX_AGENTS) throw new TroubleError(TOO_MANY);
    const before = records.get(id);
    const stands = before?.manifest['enabled'] === manifest.enabled;
    const enabled = on || (stands ? before.enabled : manifest.enabled);
    const kept = { version: AGENTS_VERSION, text, manifest, enabled, savedAt: Date.now() };
    await writeLocal({ [keyOf(id)]: fitting('agent.kept', kept), [LIST]: fitting('agents.kept', { ...list, own }) });
  });
}

/** Switches an agent: the person's own where there is one of that id, else the built-in one. */
export function switchAgent(id: string, on: boolean): Promise<void> {
  return alone(async () => {
    const { list, records } = await read();
    const record = records.get(id);
    if (record) return writeLocal({ [keyOf(id)]: { ...record, enabled: on } });
    const switched = [...list.switched.filter((each) => each.id !== id), { id, on }];
    return writeLocal({ [LIST]: fitting('agents.kept', { ...list, switched }) });
  });
}

/** Forgets an agent of the person's, also one that cannot be read; nothing happens where there is none. */
export function dropAgent(id: string): Promise<void> {
  return alone(async () => {
    const { list } = await read();
    if (!list.own.includes(id)) return;
    await writeLocal({ [LIST]: { ...list, own: list.own.filter((each) => each !== id) } });
    await chrome.storage.local.remove(keyOf(id));
  });
}

async function read(): Promise<Stored> {
  const stored: unknown = (await chrome.storage.local.get(LIST))[LIST];
  const checked = check('agents.kept', stored ?? NONE);
  if (!checked.ok) {
    await writeLocal({ [ASIDE]: stored });
    return { list: NONE, records: new Map(), broken: [broken('', '', checked.message, 'Save your agents again.')] };
  }
  const list = checked.value;
  const found = list.own.length === 0 ? {} : await chrome.storage.local.get(list.own.map(keyOf));
  const all = list.own.map((id) => [id, found[keyOf(id)], check('agent.kept', found[keyOf(id)])] as const);
  return {
    list,
    records: new Map(all.flatMap(([id, , each]) => (each.ok ? [[id, each.value] as const] : []))),
    broken: all.flatMap(([id, value, each]) => (each.ok ? [] : [broken(id, textIn(value), each.message)])),
  };
}

const NONE: List = { version: AGENTS_VERSION, own: [], switched: [] };

/** `id`: '' for the list of them. `problem`: a sentence of the schema check. */
const broken = (id: string, text: string, problem: string, cure = 'Save it again, or remove it.'): BrokenAgent => ({
  id,
  text,
  faults: [{ path: '', problem: `is not stored as it was saved: ${problem}`, cure }],
});

/** What the person wrote, as far as it is there. */
function textIn(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : '';
  return typeof text === 'string' ? text.slice(0, MAX_MANIFEST) : '';
}

/** What goes into storage fits, or is a mistake of the product's. */
function fitting(name: 'agent.kept' | 'agents.kept', value: object): object {
  const checked = check(name, value);
  if (!checked.ok) throw new Error(checked.message);
  return value;
}

async function alone(change: () => Promise<void>): Promise<void> {
  await navigator.locks.request(LIST, change);
}

const TOO_MANY = {
  code: 'agents.too-many',
  message: `You have ${String(MAX_AGENTS)} agents, which is the most.`,
  cure: 'Remove one that you no longer use, then save again.',
};
