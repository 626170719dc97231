/** The user's agents. Changes are serialised and atomic; invalid records are reported as broken. */
import type { AgentManifest } from '../../lib/agent/frames/manifest.ts';
import type { AgentRecords } from '../../lib/agents/loader.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import { MAX_AGENTS, MAX_MANIFEST_LENGTH, type BrokenAgent } from '../../lib/protocol/requests/agents.ts';
import { check } from '../../lib/protocol/check.ts';
import { AGENTS_VERSION } from '../../lib/protocol/stored.ts';
import type { Checked } from '../../lib/protocol/schemas.ts';
import { writeLocal } from './areas.ts';

const LIST_KEY = 'agents';
const REJECTED_LIST_KEY = 'agents.rejected';
const getAgentKey = (id: string): string => `agent/${id}`;

type StoredList = Checked['agents.kept'];
type StoredAgent = Checked['agent.kept'];

interface StoredAgents {
  readonly list: StoredList;
  readonly records: ReadonlyMap<string, StoredAgent>;
  readonly broken: readonly BrokenAgent[];
}

/** Rejects only when storage itself fails. */
export async function loadStoredAgents(): Promise<AgentRecords> {
  const { list, records, broken } = await readStoredAgents();
  return {
    own: Array.from(records, ([id, { text, manifest, enabled }]) => ({ id, text, manifest, enabled })),
    switched: new Map(list.switched.map(({ id, on }) => [id, on])),
    broken,
  };
}

/** Keeps the user's switch unless `on` or the default changed. Rejects with a `UserFacingError` if too many. */
export function saveAgent(manifest: AgentManifest, text: string, on = false): Promise<void> {
  return navigator.locks.request(LIST_KEY, async () => {
    const { list, records } = await readStoredAgents();
    const { id } = manifest;
    const own = list.own.includes(id) ? list.own : [...list.own, id];
    if (own.length > MAX_AGENTS) throw new UserFacingError(TOO_MANY_AGENTS_ERROR);
    const existing = records.get(id);
    const defaultUnchanged = existing?.manifest['enabled'] === manifest.enabled;
    const enabled = on || (defaultUnchanged ? existing.enabled : manifest.enabled);
    const record = { version: AGENTS_VERSION, text, manifest, enabled, savedAt: Date.now() };
    await writeLocal({
      [getAgentKey(id)]: assertFitsSchema('agent.kept', record),
      [LIST_KEY]: assertFitsSchema('agents.kept', { ...list, own }),
    });
  });
}

export function setAgentEnabled(id: string, on: boolean): Promise<void> {
  return navigator.locks.request(LIST_KEY, async () => {
    const { list, records } = await readStoredAgents();
    const record = records.get(id);
    if (record) return writeLocal({ [getAgentKey(id)]: { ...record, enabled: on } });
    const switched = [...list.switched.filter((each) => each.id !== id), { id, on }];
    return writeLocal({ [LIST_KEY]: assertFitsSchema('agents.kept', { ...list, switched }) });
  });
}

/** Also removes an unreadable one; does nothing for an unknown id. */
export function removeAgent(id: string): Promise<void> {
  return navigator.locks.request(LIST_KEY, async () => {
    const { list } = await readStoredAgents();
    if (!list.own.includes(id)) return;
    await writeLocal({ [LIST_KEY]: { ...list, own: list.own.filter((each) => each !== id) } });
    await chrome.storage.local.remove(getAgentKey(id));
  });
}

async function readStoredAgents(): Promise<StoredAgents> {
  const stored: unknown = (await chrome.storage.local.get(LIST_KEY))[LIST_KEY];
  const checked = check('agents.kept', stored ?? EMPTY_LIST);
  if (!checked.ok) {
    await writeLocal({ [REJECTED_LIST_KEY]: stored });
    return {
      list: EMPTY_LIST,
      records: new Map(),
      broken: [createBrokenAgent('', '', checked.message, 'Save your agents again.')],
    };
  }
  const list = checked.value;
  const rawRecords = list.own.length === 0 ? {} : await chrome.storage.local.get(list.own.map(getAgentKey));
  const checkedRecords = list.own.map(
    (id) => [id, rawRecords[getAgentKey(id)], check('agent.kept', rawRecords[getAgentKey(id)])] as const,
  );
  return {
    list,
    records: new Map(checkedRecords.flatMap(([id, , each]) => (each.ok ? [[id, each.value] as const] : []))),
    broken: checkedRecords.flatMap(([id, value, each]) =>
      each.ok ? [] : [createBrokenAgent(id, extractManifestText(value), each.message)],
    ),
  };
}

const EMPTY_LIST: StoredList = { version: AGENTS_VERSION, own: [], switched: [] };

const createBrokenAgent = (
  id: string,
  text: string,
  problem: string,
  hint = 'Save it again, or remove it.',
): BrokenAgent => ({
  id,
  text,
  faults: [{ path: '', problem: `isn’t stored as it was saved: ${problem}`, hint }],
});

/** '' if it cannot be read. */
function extractManifestText(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : '';
  return typeof text === 'string' ? text.slice(0, MAX_MANIFEST_LENGTH) : '';
}

/** A mismatch is a bug and throws. */
function assertFitsSchema(name: 'agent.kept' | 'agents.kept', value: object): object {
  const checked = check(name, value);
  if (!checked.ok) throw new Error(checked.message);
  return value;
}

const TOO_MANY_AGENTS_ERROR = {
  code: 'agents.too-many',
  message: `You have ${String(MAX_AGENTS)} agents, which is the most.`,
  hint: 'Remove one that you no longer use, then save again.',
};
