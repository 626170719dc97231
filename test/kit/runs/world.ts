/** A small world for a run: an in-memory page, blob store and clock, so that only the model's intelligence is scripted. */
import type { Commit, Frame, Limits, ModelBinding, RunModels, RunSpec } from '../../../src/lib/agent/frames/frames.ts';
import type { Job } from '../../../src/lib/agent/loop/job.ts';
import { runAgentLoop } from '../../../src/lib/agent/loop/loop.ts';
import type {
  Agents,
  AgentStatus,
  Blobs,
  Model,
  Files,
  Ocr,
  PageReading,
  Pictures,
  RunPorts,
  Screen,
  Search,
  ToolServers,
  WebPages,
} from '../../../src/lib/agent/ports.ts';
import type { Command } from '../../../src/lib/agent/storage-ports.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import type { AgentState } from '../../../src/lib/agent/state/agent-state.ts';
import { sha256 } from '../../../src/lib/base/hash.ts';
import { checkClaims, listClaims } from '../../../src/lib/pipeline/claims/check-claims.ts';
import { createJobResolver } from '../../../src/lib/agents/job-resolver.ts';
import { JOBS } from '../../../src/lib/jobs/jobs.ts';
import { DEFAULT_TIMEOUTS } from '../../../src/lib/models/model.ts';
import { counterOf } from '../base/counter.ts';

export const LIMITS: Limits = {
  maxSteps: 5,
  maxRetries: 3,
  wallClockMs: 60_000,
  tokenBudget: 1_000_000,
  maxCost: null,
  warnAt: 0.8,
};

/** Terms of a model by its id: `scripted:model` unless told. */
export function modelTermsOf(changes: Partial<ModelBinding> = {}): ModelBinding {
  const id = changes.id ?? 'scripted:model';
  return {
    id,
    label: 'scripted model',
    metered: true,
    config: {
      id,
      provider: 'extractive',
      endpoint: '',
      model: '',
      contextTokens: 8192,
      toolCalling: 'native',
      pictures: false,
      keepAlive: 5,
      timeouts: DEFAULT_TIMEOUTS,
    },
    prices: null,
    ...changes,
  };
}

/** The models of a run that has one for everything, save what is told otherwise. */
export const modelsOf = (main: Partial<ModelBinding> = {}, others: Partial<RunModels> = {}): RunModels => ({
  main: modelTermsOf(main),
  fast: null,
  vision: null,
  fallback: null,
  ...others,
});

export { termsIn, wishIn } from './spec.ts';

export function specOf(overrides: Partial<RunSpec> = {}): RunSpec {
  return {
    runId: 'r1',
    job: 'summarise',
    goal: 'Summarise this page.',
    tabId: 7,
    also: [],
    selection: null,
    pictures: [],
    language: '',
    sources: null,
    agent: '',
    action: '',
    sub: null,
    models: modelsOf(),
    limits: LIMITS,
    grants: [],
    search: [],
    agents: [],
    others: [],
    private: false,
    ...overrides,
  };
}

export function articleWith(markdown: string): PageReading {
  return {
    kind: 'article',
    article: {
      url: 'https://example.org/a',
      title: 'A page',
      byline: '',
      published: '',
      language: 'en',
      site: '',
      markdown,
    },
  };
}

/** A page of so many paragraphs of about 20 words. */
export function longPage(paragraphs: number): PageReading {
  const words = 'the tide gauge keeps a slow and patient record of the sea that nobody in the town has ever read';
  return articleWith(
    Array.from({ length: paragraphs }, (_, i) => `## Part ${String(i)}\n\nParagraph ${String(i)}: ${words}.`).join(
      '\n\n',
    ),
  );
}

export function memoryBlobs(): Blobs {
  const texts = new Map<string, string>();
  return {
    async put(text) {
      const hash = await sha256(text);
      texts.set(hash, text);
      return hash;
    },
    get: (hash) => Promise.resolve(texts.get(hash)),
  };
}

/** Worlds without eyes: whoever tests what looks at pictures brings its own. */
export const NO_PICTURES: Pictures = { loadForModel: () => Promise.reject(new Error('No pictures here.')) };
export const NO_OCR: Ocr = { read: () => Promise.reject(new Error('Nothing reads pictures here.')) };
export const NO_FILES: Files = { read: () => Promise.reject(new Error('No files here.')) };
export const NO_SCREEN: Screen = {
  capture: () => Promise.reject(new Error('No screen here.')),
  listFigures: () => Promise.resolve([]),
};

/** Worlds without a web: whoever tests what searches it brings one. */
export const NO_SEARCH: Search = {
  getEngine: () => {
    throw new Error('No engine here.');
  },
  health: { getPause: () => null, pause: () => undefined, markAnswered: () => undefined },
};
export const NO_WEB: WebPages = { read: () => Promise.reject(new Error('No web here.')) };

/** Worlds with a main agent alone: whoever tests what calls others brings them. */
export const NO_AGENTS: Agents = {
  save: () => Promise.reject(new Error('No agents here.')),
};
export const NO_TOOL_SERVERS: ToolServers = {
  call: () => Promise.reject(new Error('No tool servers here.')),
  extend: () => Promise.resolve(true),
  release: () => Promise.resolve(),
};

/** One token per four characters: exactness is not what these tests are about. */
export const roughCounter = counterOf((text) => Math.ceil(text.length / 4));

export interface World {
  readonly ports: RunPorts;
  now: number;
  readonly commands: Command[];
  readonly cancel: AbortController;
  readonly reads: () => number;
  /** Addresses opened for the user. */
  readonly opened: readonly string[];
  /** Every status the loop told. */
  readonly told: readonly AgentStatus[];
}

export function world(
  model: Model,
  reading: PageReading | (() => PageReading),
  overrides: Partial<RunPorts> = {},
): World {
  let reads = 0;
  const commands: Command[] = [];
  const cancel = new AbortController();
  const opened: string[] = [];
  const told: AgentStatus[] = [];
  const self: World = {
    now: 1_000_000,
    commands,
    cancel,
    reads: () => reads,
    opened,
    told,
    ports: {
      // deadlines never come, but a moment's grace does
      clock: {
        now: () => self.now,
        measureAwake: () => self.now,
        timeout: (ms) => (ms < 100 ? AbortSignal.timeout(ms) : new AbortController().signal),
      },
      onStatus: (status) => void told.push(status),
      tabs: {
        open(url) {
          opened.push(url);
          return Promise.resolve();
        },
      },
      getModel: () => model,
      tokens: roughCounter,
      pages: {
        read() {
          reads += 1;
          return Promise.resolve(typeof reading === 'function' ? reading() : reading);
        },
      },
      blobs: memoryBlobs(),
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
      listCommands: () => commands,
      waitForCommand: () => new Promise(() => undefined), // a worker is told nothing while it is at work, unless a test says so
      cancelled: cancel.signal,
      getRecallSignal: () => new AbortController().signal,
      onDraft: () => undefined,
      onThought: () => undefined,
      onProgress: () => undefined,
      recoveredDrafts: [],
      product: 'test',
      ...overrides,
    },
  };
  return self;
}

/** Runs until the generator returns; frames of the past are not repeated. `onCommit` may throw to die there. */
export async function drive(
  { ports }: World,
  past: readonly Frame[] = [],
  spec: RunSpec = specOf(),
  onCommit: (commit: Commit) => void = () => undefined,
  job: Job | null = null,
): Promise<Frame[]> {
  const jobOf = createJobResolver((name) => job ?? JOBS[name]);
  const frames = [...past];
  for await (const commit of runAgentLoop(spec, ports, jobOf, past)) {
    frames.push(...commit);
    onCommit(commit);
  }
  return frames;
}

/** A run that also sleeps out its waits, by moving the clock. */
export async function driveThrough(w: World, past: readonly Frame[] = [], spec: RunSpec = specOf()): Promise<Frame[]> {
  let frames = await drive(w, past, spec);
  for (let state = foldAll(frames); state.status === 'waiting'; state = foldAll(frames)) {
    w.now = Math.max(w.now, state.request.wait?.until ?? 0);
    frames = await drive(w, frames, spec);
  }
  return frames;
}

export const stateOf = (frames: readonly Frame[]): AgentState => foldAll(frames);

/** Through JSON and back, as storage would. */
export function stored(frames: readonly Frame[]): Frame[] {
  return JSON.parse(JSON.stringify(frames)) as Frame[];
}
