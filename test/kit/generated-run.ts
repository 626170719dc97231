/**
 * A whole run in virtual time: a plot says what the model, the server and the person do, and everything that outlives a
 * worker is a value that can be copied at any moment. The one rule: what happens depends on the plot and on that value
 * alone, so a copy taken at any moment is where a fresh worker may go on.
 */
import type { Frame, Limits, ModelTerms, Prices, RunSpec } from '../../src/lib/agent/frames.ts';
import type { Job } from '../../src/lib/agent/job.ts';
import { runAgentLoop } from '../../src/lib/agent/loop.ts';
import { applies } from '../../src/lib/agent/next.ts';
import type { AgentStatus, Command, Draft, Model, ModelFailure, RunPorts } from '../../src/lib/agent/ports.ts';
import { asksOf, foldAll, isOver, type AgentState } from '../../src/lib/agent/state.ts';
import { withAgents } from '../../src/lib/agents/house.ts';
import type { ModelRequest, ModelUsage, ToolCalling } from '../../src/lib/models/model.ts';
import { sha256 } from '../../src/lib/base/hash.ts';
import { createValidator } from '../../src/lib/schema/create.ts';
import { agentModel, type Say } from './agent-model.ts';
import { cardOf, toysNamed, whoIsAsked, wordTo, type PlayedAgent } from './played-agents.ts';
import { digest } from './scripted-model.ts';
import { copyDeeds, noDeeds, RULE, toyJob, type Deeds } from './tools.ts';
import { inVirtualTime, virtualClock, type VirtualClock } from './virtual-clock.ts';
import {
  articleWith,
  modelsOf,
  NO_AGENTS,
  NO_OCR,
  NO_PICTURES,
  NO_SCREEN,
  NO_SEARCH,
  NO_WEB,
  modelTermsOf,
  roughCounter,
  specOf,
} from './world.ts';

export interface Plot {
  readonly script: readonly Say[];
  readonly limits: Limits;
  readonly prices: Prices | null;
  readonly opening: boolean;
  readonly toolCalling: ToolCalling;
  /** Of the model's window; roomy unless told. */
  readonly contextTokens?: number;
  /** Characters that every text found has more. */
  readonly bulk?: number;
  /** Of each reply; `most` for all that it may take. */
  readonly usage: ModelUsage | 'most';
  /** How often the server fails a request before it answers it, picked by the request. */
  readonly flaky: readonly number[];
  /** Milliseconds between two events of the model's stream. */
  readonly tempo: number;
  /** At which point (they are counted) the person presses stop; null for never. */
  readonly stopAt: number | null;
  /** Models beside the main one; none unless told. */
  readonly crew?: Readonly<Partial<Record<Exclude<Role, 'main'>, Member>>>;
  /** Agents that can be called; none unless told. */
  readonly agents?: readonly PlayedAgent[];
  /** How a model takes requests, picked by the request; as it should unless told. */
  readonly moods?: Readonly<Partial<Record<Role, readonly Mood[]>>>;
}

export type Role = 'main' | 'fast' | 'vision' | 'fallback';
export type Member = Pick<ModelTerms, 'metered' | 'prices'> & { readonly toolCalling: ToolCalling };
/** `refuses`: no attempt will ever do. `fails`: each may, and none does. */
export type Mood = 'answers' | 'refuses' | 'fails';

/** Ids of the models of a plot. */
export const IDS = {
  main: 'scripted:model',
  fast: 'scripted:fast',
  vision: 'scripted:vision',
  fallback: 'scripted:fallback',
} as const;

/** Everything that outlives a worker. */
export interface Durable {
  readonly frames: readonly Frame[];
  readonly inbox: readonly Command[];
  readonly draft: Draft | null;
  readonly deeds: Deeds;
  /** How often the model's server was asked each request. */
  readonly server: ReadonlyMap<string, number>;
  readonly blobs: ReadonlyMap<string, string>;
  readonly now: number;
}

export const beginning = (): Durable => ({
  frames: [],
  inbox: [],
  draft: null,
  deeds: noDeeds(),
  server: new Map(),
  blobs: new Map(),
  now: 1_000_000,
});

export interface Played extends Durable {
  readonly state: AgentState;
  readonly asked: readonly ModelRequest[];
  /** What the status callback was told, by the worker that told it, with the count of frames stored by then. */
  readonly told: readonly { readonly life: number; readonly stored: number; readonly status: AgentStatus }[];
  /** Counts of stored frames at which workers began. */
  readonly lives: readonly number[];
}

export interface PlayHooks {
  /** Called at every moment at which a worker may die. `copy` takes what would be left of it. */
  readonly onPoint?: (name: string, copy: () => Durable) => void;
  /** Changes the ports, the job or the storing of a worker. */
  readonly around?: (parts: Parts) => Parts;
}

export interface Parts {
  readonly ports: RunPorts;
  readonly job: Job;
  readonly append: (commit: readonly Frame[]) => Promise<void>;
}

const validator = createValidator({});

export function planSpec({ limits, prices, crew = {}, agents = [] }: Plot): RunSpec {
  const { fast, vision, fallback } = crew;
  const models = modelsOf(
    { prices },
    {
      fast: fast
        ? modelTermsOf({ id: IDS.fast, label: 'fast model', metered: fast.metered, prices: fast.prices })
        : null,
      vision: vision
        ? modelTermsOf({ id: IDS.vision, label: 'model that sees', metered: vision.metered, prices: vision.prices })
        : null,
      fallback: fallback
        ? modelTermsOf({ id: IDS.fallback, label: 'other model', metered: fallback.metered, prices: fallback.prices })
        : null,
    },
  );
  return specOf({ job: 'ask', goal: 'Play the plot.', limits, models, agents: agents.map(cardOf) });
}

/** Plays a run to its end: sleeps out its waits, answers what it asks. */
export async function play(plot: Plot, from: Durable = beginning(), hooks: PlayHooks = {}): Promise<Played> {
  const clock = virtualClock(from.now);
  const deeds = copyDeeds(from.deeds);
  const server = new Map(from.server);
  const blobs = new Map(from.blobs);
  const frames = JSON.parse(JSON.stringify(from.frames)) as Frame[];
  let inbox = JSON.parse(JSON.stringify(from.inbox)) as Command[];
  let draft = from.draft;
  let points = 0;
  let stop = new AbortController();
  const copy = (): Durable => ({
    frames: [...frames],
    inbox: [...inbox],
    draft,
    deeds: copyDeeds(deeds),
    server: new Map(server),
    blobs: new Map(blobs),
    now: clock.now(),
  });
  const point = (name: string): void => {
    if (points === plot.stopAt && !inbox.some(({ type }) => type === 'cancel')) {
      inbox.push({ id: 'stop', type: 'cancel' });
      stop.abort();
    }
    points += 1;
    hooks.onPoint?.(name, copy);
  };
  const asked: ModelRequest[] = [];
  const told: Played['told'][number][] = [];
  const lives: number[] = [];
  const served = { server, clock, point, asked };
  const made = new Map(ROLES.map((role) => [IDS[role] as string, modelOf(plot, role, served)]));
  const model = modelOf(plot, 'main', served);

  const job = toyJob({ deeds, point, opening: plot.opening, bulk: plot.bulk ?? 0 });
  for (const { manifest } of plot.agents ?? []) blobs.set(cardOf({ manifest }).manifest, JSON.stringify(manifest));
  const toolsNamed = toysNamed(job);

  async function live(): Promise<AgentState> {
    const life = lives.push(frames.length);
    stop = new AbortController();
    if (inbox.some(({ type }) => type === 'cancel')) stop.abort();
    const parts: Parts = {
      job,
      append(commit) {
        frames.push(...commit);
        return Promise.resolve();
      },
      ports: {
        clock,
        validator,
        tokens: roughCounter,
        modelFor: ({ id }) => made.get(id) ?? model,
        pages: { read: () => Promise.resolve(articleWith('Water is wet.')) },
        tabs: {
          open(url) {
            deeds.effects.push({ key: url.slice('https://example.org/'.length), tool: 'open', n: 0 });
            point('opened');
            return Promise.resolve();
          },
        },
        pictures: NO_PICTURES,
        ocr: NO_OCR,
        screen: NO_SCREEN,
        search: NO_SEARCH,
        web: NO_WEB,
        agents: NO_AGENTS,
        takenBack: () => new AbortController().signal, // whoever is taken back from waits for the person
        progress: () => undefined,
        blobs: {
          async put(text) {
            const hash = await sha256(text);
            blobs.set(hash, text);
            return hash;
          },
          get: (hash) => Promise.resolve(blobs.get(hash)),
        },
        commands: () => inbox,
        cancelled: stop.signal,
        onStatus: (status) => void told.push({ life, stored: frames.length, status }),
        draft(key, text) {
          draft = { key, text: draft?.key === key && text !== '' ? draft.text + text : text };
          point('draft');
        },
        recovered: draft,
        product: 'test',
      },
    };
    const { ports, job: played, append } = hooks.around?.(parts) ?? parts;
    const spec = planSpec(plot);
    const past = [...frames];
    for await (const commit of runAgentLoop(
      spec,
      ports,
      withAgents(() => played, toolsNamed),
      past,
    )) {
      point('before storing');
      await append(commit);
      for (const frame of commit) {
        if (frame.kind === 'control') inbox = inbox.filter(({ id }) => id !== frame.commandId);
        if (frame.kind === 'model.reply') draft = null;
      }
      if (frames.length > 4000) throw new Error('The run goes on and on.');
      point('after storing');
    }
    return foldAll(frames);
  }

  for (;;) {
    const state = await inVirtualTime(live(), clock);
    if (isOver(state.status)) return { ...copy(), state, asked, told, lives };
    if (state.status === 'waiting') clock.pass(Math.max(0, (state.wait?.until ?? 0) - clock.now()));
    else if (state.status === 'asking')
      inbox.push(...wordsOf(state, deeds).filter((word) => !inbox.some(({ id }) => id === word.id)));
    else throw new Error(`The loop returned while the run was ${state.status}.`);
    point('person');
  }
}

/** What the person says to everything they are asked: the same whenever they are asked the same. */
export function wordsOf(state: AgentState, deeds: Deeds): Command[] {
  return asksOf(state)
    .flatMap((ask): Command[] => {
      const [id, key] = [`${ask.key}/${ask.form}`, ask.key];
      if (ask.form === 'question') return [{ id, type: 'answer', ask: key, text: `Answer ${digest(ask.text)}` }];
      if (ask.form === 'turn') return [wordTo(ask, id)];
      const hash = ask.call?.hash ?? '';
      // a truthful witness of the world
      if (ask.form === 'outcome')
        return [{ id, type: 'outcome', ask: key, happened: deeds.effects.some((effect) => effect.key === key) }];
      return [
        parseInt(hash.slice(0, 2), 16) % 4 === 0
          ? { id, type: 'decline', ask: key }
          : { id, type: 'approve', ask: key, hash, always: null },
      ];
    })
    .filter((command) => applies(command, state));
}

const ROLES: readonly Role[] = ['main', 'fast', 'vision', 'fallback'];

interface Served {
  readonly server: Map<string, number>;
  readonly clock: VirtualClock;
  readonly point: (name: string) => void;
  readonly asked: ModelRequest[];
}

/** The script behind a server that fails now and then, and takes its time. */
function modelOf(plot: Plot, role: Role, { server, clock, point, asked }: Served): Model {
  const { script, usage, flaky, tempo, crew = {}, moods = {} } = plot;
  const toolCalling = role === 'main' ? plot.toolCalling : (crew[role]?.toolCalling ?? plot.toolCalling);
  const mood = moods[role] ?? ['answers'];
  const end: Say = { text: 'Answer of {request}.' };
  const playing = (own: readonly Say[]): Model =>
    agentModel([...own, ...Array.from({ length: 60 }, () => end)], {
      usage: usage === 'most' ? {} : usage,
      toolCalling,
      notMine: [RULE],
      ...(plot.contextTokens === undefined ? {} : { contextTokens: plot.contextTokens }),
      last: () => ({ text: 'Last answer of {request}.' }),
    });
  const model = playing(script);
  const agents = new Map(plot.agents?.map((agent) => [agent.manifest.id, playing(agent.script)]));
  return {
    ...model,
    id: IDS[role],
    async *stream(request, signal) {
      asked.push(request);
      const name = digest(JSON.stringify(request));
      const taken = mood[parseInt(digest(role + name), 16) % mood.length];
      if (taken !== 'answers') {
        point('stream: asked');
        yield { type: 'text', text: 'Half of it' };
        yield { type: 'error', failure: { ...failureOf(1), retryable: taken === 'fails' } };
        return;
      }
      const times = (server.get(name) ?? 0) + 1;
      server.set(name, times);
      point('stream: asked');
      const failures = flaky[parseInt(name, 16) % flaky.length] ?? 0;
      if (times <= failures) {
        yield { type: 'text', text: 'Half' };
        yield { type: 'error', failure: failureOf(times) };
        return;
      }
      for await (const event of (agents.get(whoIsAsked(request)) ?? model).stream(request, signal)) {
        clock.pass(tempo);
        point('stream: event');
        yield event.type === 'done' && usage === 'most'
          ? { ...event, usage: { output: request.maxOutputTokens } }
          : event;
      }
    },
  };
}

const failureOf = (times: number): ModelFailure => ({
  code: times % 2 === 0 ? 'model.rate-limited' : 'model.server',
  message: 'It failed.',
  cure: 'Wait.',
  retryable: true,
  ...(times % 2 === 0 ? { retryAfterMs: 7000 } : {}),
});
