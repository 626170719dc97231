/**
 * Old frames as new ones. The one rule: what is stored is never rewritten; each version is lifted to the next on read, so
 * that a run begun under an earlier product goes on under this one.
 */
import { FRAME_VERSION, type Frame, type RunTerms, type Wish } from './frames.ts';
import type { Command } from './ports.ts';

type Old = Readonly<Record<string, unknown>>;

/** The frame, lifted to the present version; null for anything that is no frame or comes from a later product. */
export function readFrame(value: unknown): Frame | null {
  if (!isRecord(value) || typeof value['kind'] !== 'string' || !Number.isInteger(value['seq'])) return null;
  let frame = value;
  if (frame['v'] === 1) frame = fromVersion1(frame);
  if (frame['v'] === 2) frame = fromVersion2(frame);
  if (frame['v'] === 3) frame = fromVersion3(frame);
  if (frame['v'] === 4) frame = fromVersion4(frame);
  if (frame['v'] === 5) frame = fromVersion5(frame);
  if (frame['v'] === 6) frame = fromVersion6(frame);
  if (frame['v'] === 7) frame = fromVersion7(frame);
  return frame['v'] === FRAME_VERSION ? (Object.freeze(frame) as unknown as Frame) : null;
}

/** Version 1 knew neither decisions of a model, nor several calls at once, nor questions to a person. */
function fromVersion1(frame: Old): Old {
  return { ...frame, ...ADDED[String(frame['kind'])]?.(frame), v: 2 };
}

const ADDED: Readonly<Record<string, (frame: Old) => Old>> = {
  'agent.invoked': ({ spec }) => ({ spec: terms(spec) }),
  plan: () => ({ problem: null, reply: null, held: [] }),
  'tool.call': () => ({ ordinal: 0, args: {} }), // both tools of then take what they work on from the run
  'tool.result': ({ tool, isError, objects }) => ({
    index: 0,
    final: true,
    payload: isError === true ? 'error' : tool === 'read_page' ? 'page' : 'notes',
    content: [],
    structured: null,
    objects: list(objects).map((object) => ({ ...object, hidden: false })),
    recoverable: false,
    end: false,
  }),
  observation: () => ({ of: [] }),
  'model.reply': () => ({ calls: [] }),
  control: ({ control, note, terms: chosen }) => ({
    ...(control === 'limit'
      ? { limit: String(note).includes('token') ? 'tokens' : String(note).includes('time') ? 'time' : 'steps' }
      : {}),
    ...(control === 'retry' ? { terms: terms(chosen) } : {}),
  }),
  'agent.response': () => ({ impossible: false }),
};

function terms(value: unknown): Old {
  const old = isRecord(value) ? value : {};
  const limits = isRecord(old['limits']) ? old['limits'] : {};
  const config = isRecord(old['config']) ? old['config'] : {};
  return { ...old, limits: { ...limits, maxCost: null }, config: { ...config, toolCalling: 'native' }, prices: null };
}

/** Version 2 knew no dated prices, no grants, no warning, and not whose words a prompt was made of. */
function fromVersion2(frame: Old): Old {
  const { kind, spec, control, terms: chosen, call } = frame;
  return {
    ...frame,
    ...(kind === 'agent.invoked' ? { spec: terms3(spec) } : {}),
    ...(kind === 'model.call' ? { shares: [] } : {}),
    ...(control === 'retry' ? { terms: terms3(chosen) } : {}),
    ...(control === 'approve' ? { always: null } : {}),
    ...(kind === 'ask.user' ? { call: isRecord(call) ? { ...call, grant: null } : null } : {}),
    v: 3,
  };
}

function terms3(value: unknown): Old {
  const old = isRecord(value) ? value : {};
  const { limits, prices } = old;
  return {
    ...old,
    limits: { ...(isRecord(limits) ? limits : {}), warnAt: 0.8 },
    prices: isRecord(prices) ? { ...prices, cached: prices['input'], asOf: '' } : null,
    grants: [],
  };
}

/** Version 3 knew one model for everything. */
function fromVersion3(frame: Old): Old {
  const { kind, spec, control, terms: chosen } = frame;
  return {
    ...frame,
    ...(kind === 'agent.invoked' ? { spec: terms4(spec) } : {}),
    ...(kind === 'model.call' || kind === 'usage' ? { model: '' } : {}),
    ...(control === 'retry' ? { terms: terms4(chosen) } : {}),
    v: 4,
  };
}

function terms4(value: unknown): Old {
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

/** Version 4 knew one wish for a run, of one tab, and no citations. */
function fromVersion4(frame: Old): Old {
  const { kind, spec } = frame;
  const added = { also: [], selection: null, language: '' };
  return {
    ...frame,
    ...(kind === 'agent.invoked' ? { spec: { ...(isRecord(spec) ? spec : {}), ...added } } : {}),
    ...(kind === 'agent.response' ? { citations: [] } : {}),
    v: 5,
  };
}

/** Version 5 knew no pictures. */
function fromVersion5(frame: Old): Old {
  const { kind, spec, control, wish } = frame;
  return {
    ...frame,
    ...(kind === 'agent.invoked' ? { spec: { ...(isRecord(spec) ? spec : {}), pictures: [] } } : {}),
    ...(control === 'follow' ? { wish: { ...(isRecord(wish) ? wish : {}), pictures: [] } } : {}),
    v: 6,
  };
}

/** Version 6 knew no web: runs of it have no engines to search with. */
function fromVersion6(frame: Old): Old {
  const { kind, spec, control, wish, terms: chosen } = frame;
  const [wished, searching] = [{ sources: null }, { search: [] }];
  return {
    ...frame,
    ...(kind === 'agent.invoked' ? { spec: { ...(isRecord(spec) ? spec : {}), ...wished, ...searching } } : {}),
    ...(control === 'follow' ? { wish: { ...(isRecord(wish) ? wish : {}), ...wished } } : {}),
    ...(control === 'follow' || control === 'retry'
      ? { terms: { ...(isRecord(chosen) ? chosen : {}), ...searching } }
      : {}),
    v: 7,
  };
}

/** Version 7 knew no agents that a run calls. */
function fromVersion7(frame: Old): Old {
  const { kind, spec, control, wish, terms: chosen } = frame;
  const [wished, alone] = [{ agent: '' }, { agents: [], others: [] }];
  return {
    ...frame,
    ...(kind === 'agent.invoked' ? { spec: { ...(isRecord(spec) ? spec : {}), ...wished, ...alone, sub: null } } : {}),
    ...(kind === 'ask.user' ? { citations: [] } : {}),
    ...(control === 'follow' ? { wish: { ...(isRecord(wish) ? wish : {}), ...wished } } : {}),
    ...(control === 'follow' || control === 'retry'
      ? { terms: { ...(isRecord(chosen) ? chosen : {}), ...alone } }
      : {}),
    v: 8,
  };
}

/** A command that waited while the product was updated. */
export function readCommand(command: Command): Command {
  switch (command.type) {
    case 'approve':
      return { ...command, always: command.always ?? null };
    case 'follow': {
      const wish: Omit<Wish, 'pictures' | 'sources' | 'agent'> = command.wish;
      return { ...command, wish: { pictures: [], sources: null, agent: '', ...wish }, terms: termsNow(command.terms) };
    }
    case 'retry':
      return { ...command, terms: termsNow(command.terms) };
    default:
      return command;
  }
}

function termsNow(terms: RunTerms): RunTerms {
  if ('agents' in terms) return terms;
  const grants = 'grants' in terms ? (terms as Old) : terms3(terms);
  const models = 'models' in grants ? grants : terms4(grants);
  return { search: [], ...models, agents: [], others: [] } as unknown as RunTerms;
}

const list = (value: unknown): readonly Old[] => (Array.isArray(value) ? value.filter(isRecord) : []);

function isRecord(value: unknown): value is Old {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
