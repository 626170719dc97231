/** The one projection of a run's frames: its state, what each agent did, what was charged. One more frame costs the same however long the run is. */
import { Sequence } from '../../base/sequence.ts';
import type { Frame, ModelBinding } from '../frames/frames.ts';
import { isPaidBefore } from '../frames/spec.ts';
import type { ModelCallFrame, UsageFrame } from '../frames/model-frames.ts';
import { createSession, type AgentState } from '../state/agent-state.ts';
import { findBilledModel, fold } from '../state/fold.ts';
import { findAgentState, parseCorrelationId } from '../state/sub-agents.ts';
import { AgentTimeline } from './agent-timeline.ts';

/** Immutable; versions share storage as in `Sequence`, and an old one is built again to be read or continued. */
export class Timeline {
  readonly state: AgentState;
  readonly charges: Sequence<Charge>;
  readonly #frames: Sequence<Frame>;
  #storage: Storage;

  private constructor(state: AgentState, charges: Sequence<Charge>, frames: Sequence<Frame>, storage: Storage) {
    this.state = state;
    this.charges = charges;
    this.#frames = frames;
    this.#storage = storage;
  }

  static of(frames: Iterable<Frame>): Timeline {
    const storage = { length: 0, agents: new Map(), modelCalls: new Map(), steps: new Map() };
    let timeline = new Timeline(createSession(), Sequence.of(), Sequence.of(), storage);
    for (const frame of frames) timeline = timeline.with(frame);
    return timeline;
  }

  with(frame: Frame): Timeline {
    const storage = this.#getStorage();
    const { agents, modelCalls, steps } = storage;
    const { kind, correlationId } = frame;
    const agent = agents.get(correlationId) ?? new AgentTimeline(this.#frames.at(0)?.at ?? frame.at);
    agents.set(correlationId, agent);
    agent.addFrame(frame);
    if (kind === 'model.call') modelCalls.set(frame.key, frame);
    if (correlationId === null && (kind === 'model.call' || kind === 'tool.call')) steps.set(frame.key, frame.step);
    storage.length += 1;
    const state = fold(this.state, frame);
    const isCharged = kind === 'usage' && !isPaidBefore(state.spec, frame.seq);
    const charges = isCharged ? this.charges.with(createCharge(frame, state, storage)) : this.charges;
    return new Timeline(state, charges, this.#frames.with(frame), storage);
  }

  /** By correlation id. The next frame changes what is returned. */
  getAgent(name: string | null): AgentTimeline {
    return this.#getStorage().agents.get(name) ?? new AgentTimeline(0);
  }

  #getStorage(): Storage {
    if (this.#storage.length !== this.#frames.length) this.#storage = Timeline.of(this.#frames).#storage;
    return this.#storage;
  }
}

interface Storage {
  length: number;
  readonly agents: Map<string | null, AgentTimeline>;
  readonly modelCalls: Map<string, ModelCallFrame>;
  /** Steps of the main agent's calls, by key of the call. */
  readonly steps: Map<string, number>;
}

export interface Charge {
  readonly usage: UsageFrame;
  readonly call: ModelCallFrame | undefined;
  readonly model: ModelBinding | null;
  /** The main agent's; -1 without a known call. */
  readonly step: number;
  /** Null for the main agent. */
  readonly agent: { readonly id: string; readonly name: string } | null;
}

function createCharge(usage: UsageFrame, state: AgentState, { modelCalls, steps }: Storage): Charge {
  const { key, agentId: id, correlationId } = usage;
  const [root = key] = parseCorrelationId(correlationId);
  const name = findAgentState(state, correlationId)?.spec?.sub?.agent.name ?? id;
  return {
    usage,
    call: modelCalls.get(key),
    model: findBilledModel(state, usage),
    step: steps.get(root) ?? -1,
    agent: correlationId === null ? null : { id, name },
  };
}
