/** Scripted runs for the panel's tests: drafts of frames in, stamped frames out; and a host that plays the worker. */
import type { PanelHost, TabInView } from '../../src/chrome/panel-host.ts';
import { stamp, SYSTEM, type Frame, type FrameDraft, type RunSpec } from '../../src/lib/agent/frames.ts';
import { DEFAULT_TIMEOUTS } from '../../src/lib/models/model.ts';
import type { PanelEvent, PanelHello } from '../../src/lib/protocol/events.ts';
import type { Estimate, Reply, RequestName } from '../../src/lib/protocol/messages.ts';

export const RUN = 'run-1';
export const TAB: TabInView = { tabId: 7, url: 'https://example.org/tides', title: 'How tides work', loading: false };
export const START = 1_700_000_000_000;

export const SPEC: RunSpec = {
  runId: RUN,
  job: 'summarise',
  goal: 'Summarise this page.',
  tabId: TAB.tabId,
  model: 'openai-compatible:llama3.2',
  modelLabel: 'llama3.2 at localhost:11434',
  metered: true,
  config: {
    provider: 'openai-compatible',
    endpoint: 'http://localhost:11434/v1',
    model: 'llama3.2',
    contextTokens: 8192,
    timeouts: DEFAULT_TIMEOUTS,
  },
  limits: { maxSteps: 5, maxRetries: 3, wallClockMs: 600_000, tokenBudget: 200_000 },
};

export const ESTIMATE: Estimate = {
  url: TAB.url,
  title: TAB.title,
  words: 1240,
  input: 3410,
  output: 800,
  calls: 1,
  metered: true,
  modelLabel: SPEC.modelLabel,
  budget: 200_000,
};

/** Frames 0 … n of one run, a second apart. */
export function frames(...drafts: readonly FrameDraft[]): Frame[] {
  return drafts.map((draft, seq) => stamp(draft, { runId: RUN, seq, at: START + seq * 1000, product: '0.0.0-test' }));
}

const base = { parentId: null, labels: SYSTEM } as const;

export const say = {
  invoked: (spec: Partial<RunSpec> = {}): FrameDraft => ({
    ...base,
    kind: 'agent.invoked',
    spec: { ...SPEC, ...spec },
  }),
  plan: (step: number): FrameDraft => ({ ...base, kind: 'plan', step, by: 'rule', thought: 'so', decision: 'call' }),
  toolCall: (tool: string, key = tool): FrameDraft => ({
    ...base,
    kind: 'tool.call',
    step: 1,
    tool,
    args: { tabId: TAB.tabId },
    key,
    reasoning: 'because',
  }),
  read: (language = 'en'): FrameDraft => ({
    ...base,
    kind: 'tool.result',
    key: 'read_page',
    tool: 'read_page',
    isError: false,
    message: 'Read “How tides work”: 1,240 words.',
    objects: [
      {
        name: 'page',
        body: { hash: 'h', length: 7000, tokens: 1700, preview: 'Tides…' },
        meta: { url: TAB.url, title: TAB.title, language, words: 1240 },
      },
    ],
    trouble: null,
    ms: 84,
  }),
  modelCall: (key = 'answer', part: { index: number; of: number } | null = null, attempt = 1): FrameDraft => ({
    ...base,
    kind: 'model.call',
    step: 2,
    key,
    attempt,
    purpose: part === null ? 'answer' : 'part',
    part,
    estimate: { input: 3410, output: 800 },
    promptHash: 'p',
  }),
  reply: (text: string, key = 'answer', finish: 'stop' | 'failed' | 'aborted' = 'stop'): FrameDraft => ({
    ...base,
    kind: 'model.reply',
    key,
    text,
    finish,
    failure:
      finish === 'failed'
        ? { code: 'model.rate-limited', message: 'The server is busy.', cure: 'Wait.', retryable: true }
        : null,
    ms: 4200,
  }),
  usage: (input: number, output: number, key = 'answer', source: 'provider' | 'lost' = 'provider'): FrameDraft => ({
    ...base,
    kind: 'usage',
    key,
    input,
    output,
    cached: 0,
    reasoning: 0,
    source,
  }),
  wait: (until: number, message = 'Rate-limited by the server.'): FrameDraft => ({
    ...base,
    kind: 'wait',
    reason: 'rate-limit',
    until,
    message,
  }),
  control: (control: 'cancel' | 'resume' | 'retry' | 'limit', note = ''): FrameDraft => ({
    ...base,
    kind: 'control',
    control,
    commandId: null,
    lost: [],
    terms: null,
    note,
  }),
  answer: (text: string, note = ''): FrameDraft => ({
    ...base,
    kind: 'agent.response',
    text,
    partial: note !== '',
    note,
  }),
  error: (code: string, message: string, cure: string): FrameDraft => ({
    ...base,
    kind: 'error',
    trouble: { code, message, cure },
  }),
} as const;

/** The beginning of every run, up to the open call for the answer. */
export const OPENING: readonly FrameDraft[] = [
  say.invoked(),
  say.plan(1),
  say.toolCall('read_page'),
  say.read(),
  say.plan(2),
  say.modelCall(),
];

/** A request as the worker would see it. */
export interface Sent {
  readonly type: RequestName;
}

export interface ScriptedHost extends PanelHost {
  /** Everything asked of the worker, in order. */
  readonly requests: readonly Sent[];
  readonly hellos: readonly PanelHello[];
  /** What was done besides. */
  readonly did: readonly string[];
  /** As the worker would. */
  readonly emit: (event: PanelEvent) => void;
  readonly view: (tab: TabInView) => void;
  readonly changeSettings: () => void;
  /** Says hello again, as after a reconnection. */
  readonly reconnect: () => void;
}

type Answers = { readonly [N in RequestName]?: (request: Sent) => Promise<Reply<N>> | Reply<N> };

/** A host without a browser: the test is the worker. Requests without an answer in `answers` stay open. */
export function scriptedHost(answers: Answers = {}): ScriptedHost {
  const requests: Sent[] = [];
  const hellos: PanelHello[] = [];
  const did: string[] = [];
  let emit: (event: PanelEvent) => void = () => undefined;
  let view: (tab: TabInView) => void = () => undefined;
  let changeSettings: () => void = () => undefined;
  let greet: () => void = () => undefined;
  return {
    requests,
    hellos,
    did,
    emit: (event) => emit(event),
    view: (tab) => view(tab),
    changeSettings: () => changeSettings(),
    reconnect: () => greet(),
    connect(hello, on) {
      emit = on;
      greet = () => {
        const said = hello();
        if (said !== null) hellos.push(said);
      };
      return { greet };
    },
    request<N extends RequestName>(name: N, payload: object): Promise<Reply<N>> {
      const request = { type: name, ...payload } satisfies Sent;
      requests.push(request);
      const answer = answers[name] as ((request: Sent) => Promise<Reply<N>> | Reply<N>) | undefined;
      return answer === undefined ? new Promise<Reply<N>>(() => undefined) : Promise.resolve(answer(request));
    },
    followTab(on) {
      view = on;
    },
    onSettingsChange(on) {
      changeSettings = on;
    },
    shortcuts: () => Promise.resolve({ open: 'Alt+Shift+K', summarise: 'Alt+Shift+S' }),
    openSettings: () => void did.push('settings'),
    allowAllSites: () => {
      did.push('allow');
      return Promise.resolve(true);
    },
    copy: (text) => {
      did.push(`copy ${text}`);
      return Promise.resolve();
    },
  };
}

export const estimated = (estimate: Partial<Estimate> = {}): Reply<'page.estimate'> => ({
  ok: true,
  value: { ...ESTIMATE, ...estimate },
});
