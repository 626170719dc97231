/** The models of a plot: the scripts of the main agent and of those it calls, behind a server that fails and takes its time. */
import type { Model, ModelFailure } from '../../../src/lib/agent/ports.ts';
import type { ModelRequest } from '../../../src/lib/models/model.ts';
import { agentModel, type Say } from '../models/agent-model.ts';
import { whoIsAsked } from '../agents/played-agents.ts';
import { IDS, type Plot, type Role } from './plot.ts';
import { digest } from '../models/scripted-model.ts';
import { RULE } from './tools.ts';
import type { VirtualClock } from '../base/virtual-clock.ts';

export interface Served {
  readonly server: Map<string, number>;
  readonly clock: VirtualClock;
  readonly point: (name: string) => void;
  readonly asked: ModelRequest[];
}

/** The script behind a server that fails now and then, and takes its time. */
export function modelOf(plot: Plot, role: Role, { server, clock, point, asked }: Served): Model {
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
  hint: 'Wait.',
  retryable: true,
  ...(times % 2 === 0 ? { retryAfterMs: 7000 } : {}),
});
