/** Migrates frames to the current version on read; stored frames are never rewritten. */
import { isRecord, type UnknownRecord } from '../../base/loose.ts';
import { FRAME_VERSION, type Frame, type RunConfig, type RunRequest } from '../frames/frames.ts';
import type { Command } from '../ports.ts';

/** Returns null for a value that is no frame or comes from a later product version. */
export function migrateFrame(value: unknown): Frame | null {
  if (!isRecord(value) || typeof value['kind'] !== 'string' || !Number.isInteger(value['seq'])) return null;
  let frame = value;
  if (frame['v'] === 1) frame = migrateFromV1(frame);
  if (frame['v'] === 2) frame = migrateFromV2(frame);
  if (frame['v'] === 3) frame = migrateFromV3(frame);
  if (frame['v'] === 4) frame = migrateFromV4(frame);
  if (frame['v'] === 5) frame = migrateFromV5(frame);
  if (frame['v'] === 6) frame = migrateFromV6(frame);
  if (frame['v'] === 7) frame = migrateFromV7(frame);
  return frame['v'] === FRAME_VERSION ? (Object.freeze(frame) as unknown as Frame) : null;
}

/** V1: no model decisions, parallel calls or questions. */
function migrateFromV1(frame: UnknownRecord): UnknownRecord {
  return { ...frame, ...V1_DEFAULTS[String(frame['kind'])]?.(frame), v: 2 };
}

const V1_DEFAULTS: Readonly<Record<string, (frame: UnknownRecord) => UnknownRecord>> = {
  'agent.invoked': ({ spec }) => ({ spec: migrateConfigToV2(spec) }),
  plan: () => ({ problem: null, reply: null, held: [] }),
  'tool.call': () => ({ ordinal: 0, args: {} }), // both tools of version 1 take their input from the run
  'tool.result': ({ tool, isError, objects }) => ({
    index: 0,
    final: true,
    payload: isError === true ? 'error' : tool === 'read_page' ? 'page' : 'notes',
    content: [],
    structured: null,
    objects: toRecords(objects).map((object) => ({ ...object, hidden: false })),
    recoverable: false,
    end: false,
  }),
  observation: () => ({ of: [] }),
  'model.reply': () => ({ calls: [] }),
  control: ({ control, note, config: chosen }) => ({
    ...(control === 'limit'
      ? { limit: String(note).includes('token') ? 'tokens' : String(note).includes('time') ? 'time' : 'steps' }
      : {}),
    ...(control === 'retry' ? { config: migrateConfigToV2(chosen) } : {}),
  }),
  'agent.response': () => ({ impossible: false }),
};

function migrateConfigToV2(value: unknown): UnknownRecord {
  const old = isRecord(value) ? value : {};
  const limits = isRecord(old['limits']) ? old['limits'] : {};
  const config = isRecord(old['config']) ? old['config'] : {};
  return { ...old, limits: { ...limits, maxCost: null }, config: { ...config, toolCalling: 'native' }, prices: null };
}

/** V2: no dated prices, grants, budget warning or token shares. */
function migrateFromV2(frame: UnknownRecord): UnknownRecord {
  const { kind, spec, control, config: chosen, call } = frame;
  return {
    ...frame,
    ...(kind === 'agent.invoked' ? { spec: migrateConfigToV3(spec) } : {}),
    ...(kind === 'model.call' ? { shares: [] } : {}),
    ...(control === 'retry' ? { config: migrateConfigToV3(chosen) } : {}),
    ...(control === 'approve' ? { always: null } : {}),
    ...(kind === 'ask.user' ? { call: isRecord(call) ? { ...call, grant: null } : null } : {}),
    v: 3,
  };
}

function migrateConfigToV3(value: unknown): UnknownRecord {
  const old = isRecord(value) ? value : {};
  const { limits, prices } = old;
  return {
    ...old,
    limits: { ...(isRecord(limits) ? limits : {}), warnAt: 0.8 },
    prices: isRecord(prices) ? { ...prices, cached: prices['input'], asOf: '' } : null,
    grants: [],
  };
}

/** V3: one model for all purposes. */
function migrateFromV3(frame: UnknownRecord): UnknownRecord {
  const { kind, spec, control, config: chosen } = frame;
  return {
    ...frame,
    ...(kind === 'agent.invoked' ? { spec: migrateConfigToV4(spec) } : {}),
    ...(kind === 'model.call' || kind === 'usage' ? { model: '' } : {}),
    ...(control === 'retry' ? { config: migrateConfigToV4(chosen) } : {}),
    v: 4,
  };
}

function migrateConfigToV4(value: unknown): UnknownRecord {
  const { model, modelLabel, metered, config, prices, ...kept } = isRecord(value) ? value : {};
  const id = typeof model === 'string' ? model : '';
  const main = {
    id,
    label: typeof modelLabel === 'string' ? modelLabel : id,
    metered: metered !== false,
    config: { id, pictures: false, keepAlive: 5, ...(isRecord(config) ? config : {}) },
    prices: isRecord(prices) ? prices : null,
  };
  return { ...kept, models: { main, fast: null, vision: null, fallback: null } };
}

/** V4: one request and one tab per run, no citations. */
function migrateFromV4(frame: UnknownRecord): UnknownRecord {
  const { kind, spec } = frame;
  const added = { also: [], selection: null, language: '' };
  return {
    ...frame,
    ...(kind === 'agent.invoked' ? { spec: { ...(isRecord(spec) ? spec : {}), ...added } } : {}),
    ...(kind === 'agent.response' ? { citations: [] } : {}),
    v: 5,
  };
}

/** V5: no pictures. */
function migrateFromV5(frame: UnknownRecord): UnknownRecord {
  const { kind, spec, control, request } = frame;
  return {
    ...frame,
    ...(kind === 'agent.invoked' ? { spec: { ...(isRecord(spec) ? spec : {}), pictures: [] } } : {}),
    ...(control === 'follow' ? { request: { ...(isRecord(request) ? request : {}), pictures: [] } } : {}),
    v: 6,
  };
}

/** V6: no web search. */
function migrateFromV6(frame: UnknownRecord): UnknownRecord {
  const { kind, spec, control, request, config: chosen } = frame;
  const [requestDefaults, configDefaults] = [{ sources: null }, { search: [] }];
  return {
    ...frame,
    ...(kind === 'agent.invoked'
      ? { spec: { ...(isRecord(spec) ? spec : {}), ...requestDefaults, ...configDefaults } }
      : {}),
    ...(control === 'follow' ? { request: { ...(isRecord(request) ? request : {}), ...requestDefaults } } : {}),
    ...(control === 'follow' || control === 'retry'
      ? { config: { ...(isRecord(chosen) ? chosen : {}), ...configDefaults } }
      : {}),
    v: 7,
  };
}

/** V7: no sub-agents. */
function migrateFromV7(frame: UnknownRecord): UnknownRecord {
  const { kind, spec, control, request, config: chosen } = frame;
  const [requestDefaults, configDefaults] = [{ agent: '' }, { agents: [], others: [] }];
  return {
    ...frame,
    ...(kind === 'agent.invoked'
      ? { spec: { ...(isRecord(spec) ? spec : {}), ...requestDefaults, ...configDefaults, sub: null } }
      : {}),
    ...(kind === 'ask.user' ? { citations: [] } : {}),
    ...(control === 'follow' ? { request: { ...(isRecord(request) ? request : {}), ...requestDefaults } } : {}),
    ...(control === 'follow' || control === 'retry'
      ? { config: { ...(isRecord(chosen) ? chosen : {}), ...configDefaults } }
      : {}),
    v: 8,
  };
}

export function migrateCommand(command: Command): Command {
  switch (command.type) {
    case 'approve':
      return { ...command, always: command.always ?? null };
    case 'follow': {
      const request: Omit<RunRequest, 'pictures' | 'sources' | 'agent'> = command.request;
      return {
        ...command,
        request: { pictures: [], sources: null, agent: '', ...request },
        config: migrateConfig(command.config),
      };
    }
    case 'retry':
      return { ...command, config: migrateConfig(command.config) };
    default:
      return command;
  }
}

function migrateConfig(terms: RunConfig): RunConfig {
  if ('agents' in terms) return terms;
  const grants = 'grants' in terms ? (terms as UnknownRecord) : migrateConfigToV3(terms);
  const models = 'models' in grants ? grants : migrateConfigToV4(grants);
  return { search: [], ...models, agents: [], others: [] } as unknown as RunConfig;
}

const toRecords = (value: unknown): readonly UnknownRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);
