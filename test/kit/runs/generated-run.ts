/**
 * A whole run in virtual time: a plot says what the model, the server and the user do, and everything that outlives a
 * worker is a value that can be copied at any moment. The one rule: what happens depends on the plot and on that value
 * alone, so a copy taken at any moment is where a fresh worker may go on.
 */
import type { Frame, RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import type { Job } from '../../../src/lib/agent/loop/job.ts';
import { runAgentLoop } from '../../../src/lib/agent/loop/loop.ts';
import { canApplyCommand } from '../../../src/lib/agent/loop/select-next-action.ts';
import type { AgentStatus, RunPorts } from '../../../src/lib/agent/ports.ts';
import type { Command, Draft } from '../../../src/lib/agent/storage-ports.ts';
import { listOpenAsks, iterateActiveAgents } from '../../../src/lib/agent/state/sub-agents.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { isOver } from '../../../src/lib/agent/state/run-status.ts';
import { createSession, type AgentState } from '../../../src/lib/agent/state/agent-state.ts';

import { checkClaims, listClaims } from '../../../src/lib/pipeline/claims/check-claims.ts';
import { createJobResolver } from '../../../src/lib/agents/job-resolver.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import { sha256 } from '../../../src/lib/base/hash.ts';
import { cardOf, toysNamed, wordTo } from '../agents/played-agents.ts';
import { modelOf } from './plot-models.ts';
import { IDS, ROLES, type Member, type Mood, type Plot, type Role } from './plot.ts';
import { digest } from '../models/scripted-model.ts';
import { copyDeeds, noDeeds, toyJob, type Deeds } from './tools.ts';
import { inVirtualTime, virtualClock } from '../base/virtual-clock.ts';
import {
  articleWith,
  modelsOf,
  NO_AGENTS,
  NO_TOOL_SERVERS,
  NO_OCR,
  NO_FILES,
  NO_PICTURES,
  NO_SCREEN,
  NO_SEARCH,
  NO_WEB,
  modelTermsOf,
  roughCounter,
  specOf,
} from './world.ts';

export { IDS, type Member, type Mood, type Plot, type Role };

/** Everything that outlives a worker. */
export interface Durable {
  readonly frames: readonly Frame[];
  readonly inbox: readonly Command[];
  readonly drafts: readonly Draft[];
  readonly deeds: Deeds;
  /** How often the model's server was asked each request. */
  readonly server: ReadonlyMap<string, number>;
  readonly blobs: ReadonlyMap<string, string>;
  readonly now: number;
}

export const beginning = (): Durable => ({
  frames: [],
  inbox: [],
  drafts: [],
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

export function planSpec({ limits, prices, crew = {}, agents = [], secondOpinion = false }: Plot): RunSpec {
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
  return specOf({ job: 'ask', goal: 'Play the plot.', limits, models, agents: agents.map(cardOf), secondOpinion });
}

/** Plays a run to its end: sleeps out its waits, answers what it asks. */
export async function play(plot: Plot, from: Durable = beginning(), hooks: PlayHooks = {}): Promise<Played> {
  const clock = virtualClock(from.now);
  const deeds = copyDeeds(from.deeds);
  const server = new Map(from.server);
  const blobs = new Map(from.blobs);
  const frames = JSON.parse(JSON.stringify(from.frames)) as Frame[];
  let folded = { state: createSession(), frames: 0 };
  /** The state of the frames so far; each is folded once. */
  const foldStored = (): AgentState => {
    folded = { state: foldAll(frames.slice(folded.frames), folded.state), frames: frames.length };
    return folded.state;
  };
  let waits = false;
  const listening: (() => void)[] = [];
  let inbox = JSON.parse(JSON.stringify(from.inbox)) as Command[];
  let drafts = from.drafts;
  let points = 0;
  let stop = new AbortController();
  const copy = (): Durable => ({
    frames: [...frames],
    inbox: [...inbox],
    drafts,
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

  /** Answers what an agent asked a moment ago while another is at work. */
  function answerAmidst(): void {
    waits = false;
    const state = foldStored();
    const agents = [...iterateActiveAgents(state)].filter((each) => each !== state && each.subAgents.live.size === 0);
    if (agents.every(({ request: { wait } }) => wait !== null)) return;
    say(state);
    for (const hear of listening.splice(0)) hear();
  }

  const say = (state: AgentState): void =>
    void inbox.push(...wordsOf(state, deeds).filter((word) => !inbox.some(({ id }) => id === word.id)));

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
        tokens: roughCounter,
        getModel: ({ id }) => made.get(id) ?? model,
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
        files: NO_FILES,
        screen: NO_SCREEN,
        search: NO_SEARCH,
        web: NO_WEB,
        agents: NO_AGENTS,
        toolServers: NO_TOOL_SERVERS,
        checkClaims,
        listClaims,
        getRecallSignal: () => new AbortController().signal, // whoever is taken back from waits for the user
        onThought: () => undefined,
        onProgress: () => undefined,
        blobs: {
          async put(text) {
            const hash = await sha256(text);
            blobs.set(hash, text);
            return hash;
          },
          get: (hash) => Promise.resolve(blobs.get(hash)),
        },
        listCommands: () => inbox,
        waitForCommand: () => new Promise((resolve) => listening.push(resolve)),
        cancelled: stop.signal,
        onStatus: (status) => void told.push({ life, stored: frames.length, status }),
        onDraft(key, text) {
          const before = text === '' ? '' : (drafts.find((each) => each.key === key)?.text ?? '');
          drafts = [...drafts.filter((each) => each.key !== key), { key, text: before + text }];
          point('draft');
        },
        recoveredDrafts: drafts,
        product: 'test',
      },
    };
    const { ports, job: played, append } = hooks.around?.(parts) ?? parts;
    const past = [...frames];
    const spec = past[0]?.kind === 'agent.invoked' ? past[0].spec : planSpec(plot);
    for await (const commit of runAgentLoop(
      spec,
      ports,
      createJobResolver(() => played, toolsNamed),
      past,
    )) {
      point('before storing');
      await append(commit);
      for (const frame of commit) {
        if (frame.kind === 'control') inbox = inbox.filter(({ id }) => id !== frame.commandId);
        if (frame.kind === 'model.reply') drafts = drafts.filter(({ key }) => key !== frame.key);
      }
      if (commit.some(({ kind }) => kind === 'wait')) waits = true;
      else if (waits) answerAmidst();
      if (frames.length > 4000) throw new Error('The run goes on and on.');
      point('after storing');
    }
    return foldStored();
  }

  for (;;) {
    const state = await inVirtualTime(live(), clock);
    if (isOver(state.status)) return { ...copy(), state, asked, told, lives };
    if (state.status === 'waiting') clock.pass(Math.max(0, (state.request.wait?.until ?? 0) - clock.now()));
    else if (state.status === 'asking') say(state);
    else throw new Error(`The loop returned while the run was ${state.status}.`);
    point('user');
  }
}

/** What the user says to everything they are asked: the same whenever they are asked the same. */
function wordsOf(state: AgentState, deeds: Deeds): Command[] {
  return listOpenAsks(state)
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
    .filter((command) => canApplyCommand(command, state));
}
