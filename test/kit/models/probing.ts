/** A test of a model, made with everything but what a test is about. */
import type { Clock } from '../../../src/lib/base/clock.ts';
import type { ModelConfig } from '../../../src/lib/models/config.ts';
import { openAICompatible } from '../../../src/lib/models/providers/openai-compatible.ts';
import type { ModelInfo } from '../../../src/lib/models/http/wire-format.ts';
import { createServerRequest } from '../../../src/lib/models/http/server-request.ts';
import { probe, PROBE_TIMEOUTS, type ProbeDeps, type ProbeServer } from '../../../src/lib/probe/probe.ts';
import type { CheckLine, ProbeReport } from '../../../src/lib/protocol/requests/model.ts';
import { modelAt, TEST_ORIGIN } from './http-models.ts';
import type { Behaviour, ModelServer } from './model-server.ts';
import { roughCounter } from '../runs/world.ts';

/** Every look at it is a tenth of a second later; deadlines never come. */
export function ticking(step = 100): Clock {
  let now = 1_000_000;
  return { now: () => (now += step), measureAwake: () => now, timeout: () => new AbortController().signal };
}

export interface ProbeOptions extends Partial<Omit<ProbeDeps, 'config' | 'server'>> {
  readonly config?: Partial<ModelConfig>;
  readonly server?: Partial<ProbeServer>;
  readonly about?: ModelInfo;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeouts?: Partial<typeof PROBE_TIMEOUTS>;
}

export function probeOf(
  endpoint: string,
  options: ProbeOptions = {},
  signal = new AbortController().signal,
): Promise<ProbeReport> {
  const { config: given, server: own, about, fetch = globalThis.fetch, timeouts: bounds, ...more } = options;
  const timeouts = { ...PROBE_TIMEOUTS, ...bounds };
  const config: ModelConfig = {
    id: 'test:gemma3:4b',
    provider: 'openai-compatible',
    endpoint,
    model: 'gemma3:4b',
    contextTokens: 8192,
    toolCalling: 'native',
    pictures: true,
    keepAlive: 5,
    timeouts,
    ...given,
  };
  const protocol = about ? { ...openAICompatible, fetchModelInfo: () => Promise.resolve(about) } : openAICompatible;
  return probe(
    {
      config,
      model: modelAt(config.endpoint, { ...config, fetch, timeouts: { ...timeouts, connect: timeouts.firstChunk } }),
      server: {
        protocol,
        ask: (aborts) => createServerRequest({ endpoint: config.endpoint, protocol, fetch, timeouts }, aborts),
        mayReach: null,
        extensionOrigin: TEST_ORIGIN,
        ...own,
      },
      clock: ticking(),
      tokens: roughCounter,
      onBegun: () => undefined,
      onSpent: () => undefined,
      pick: () => 2,
      ...more,
    },
    signal,
  );
}

/** Each line as `name state`. */
export const states = ({ checks }: ProbeReport): string[] => checks.map(({ name, state }) => `${name} ${state}`);
export const line = ({ checks }: ProbeReport, name: string): CheckLine | undefined =>
  checks.find((check) => check.name === name);
/** The first thing that is broken. */
export const fault = ({ checks }: ProbeReport): CheckLine | undefined => checks.find(({ state }) => state === 'bad');

/** Behaviour for chat completions alone; the list of models stays. */
export function chat(server: ModelServer, behaviour: Behaviour): void {
  server.respond(({ path }) => (path === '/v1/chat/completions' ? behaviour : undefined));
}

/** Of a model that no server serves. */
export const SERVERLESS: ModelConfig = {
  id: 'chrome:nano',
  provider: 'chrome',
  endpoint: '',
  model: 'nano',
  contextTokens: 100_000,
  toolCalling: 'json',
  pictures: false,
  keepAlive: 5,
  timeouts: PROBE_TIMEOUTS,
};
