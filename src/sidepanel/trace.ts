/**
 * What a run did and why, for a person to read: its frames as decisions with their calls, and what came between. The one
 * rule: pure, and total over any frames; every frame that a person would want to know of shows somewhere.
 */
import type {
  AgentControlFrame,
  AskUserFrame,
  Frame,
  ModelCallFrame,
  ModelReplyFrame,
  PlanFrame,
} from '../lib/agent/frames.ts';
import type { Args } from '../lib/agent/decision.ts';
import { t } from './strings.ts';
import {
  settled,
  stateAfter,
  stopped,
  withResult,
  type Spent,
  type TraceCall,
  type TraceItem,
  type TracePart,
  type TraceState,
} from './trace-item.ts';

export type { TraceItem } from './trace-item.ts';

const PLAIN = {
  by: null,
  thought: '',
  detail: '',
  ms: null,
  spent: null,
  calls: [],
  question: null,
  observation: '',
} as const;

export function traceOf(frames: readonly Frame[]): readonly TraceItem[] {
  const trace = new Trace(frames[0]);
  for (const frame of frames) trace.take(frame);
  return trace.items;
}

class Trace {
  readonly items: TraceItem[] = [];
  /** Where the decision with a call or a question under that key stands, and where a model call does. */
  readonly #at = new Map<string, number>();
  readonly #models = new Map<string, number>();
  /** The decision at hand, and its call begun last. */
  #current: number | undefined;
  #latest: string | undefined;
  /** The tool call that a part belongs to: the latest begun before it. */
  readonly #owner = new Map<string, string>();
  readonly #failed = new Set<string>();
  readonly #start: number;
  readonly #job: 'summarise' | 'ask';

  constructor(first: Frame | undefined) {
    this.#start = first?.at ?? 0;
    this.#job = first?.kind === 'agent.invoked' ? first.spec.job : 'summarise';
  }

  take(frame: Frame): void {
    switch (frame.kind) {
      case 'plan':
        this.#plan(frame);
        break;
      case 'tool.call':
        this.#call(frame.key, frame, 'running');
        break;
      case 'ask.user':
        this.#ask(frame);
        break;
      case 'tool.result':
        this.#changeCall(frame.key, (call) => withResult(call, frame));
        break;
      case 'observation':
        this.#observe(frame.of, frame.by === 'model' ? frame.text : '');
        break;
      case 'model.call':
        this.#modelCall(frame);
        break;
      case 'model.reply':
        this.#modelReply(frame);
        break;
      case 'usage':
        this.#spend(frame.key, frame);
        break;
      case 'wait':
        if (frame.reason !== 'person') this.#note(frame, t.stepNames.waited, frame.message);
        break;
      case 'control':
        this.#control(frame);
        break;
      case 'error':
        this.#note(frame, t.stepNames.failed, frame.trouble.message, 'failed');
        break;
      default:
    }
  }

  #push(item: TraceItem): number {
    return this.items.push(item) - 1;
  }

  #note(frame: Frame, title: string, detail: string, state: TraceState = 'info'): void {
    this.#push({ ...PLAIN, id: frame.id, since: frame.at - this.#start, title, detail, state });
  }

  #change(key: string, change: (item: TraceItem) => Partial<TraceItem>, places = this.#at): void {
    const index = places.get(key);
    const item = index === undefined ? undefined : this.items[index];
    if (index !== undefined && item !== undefined) this.items[index] = { ...item, ...change(item) };
  }

  /** A decision takes the place of the model call that led to it, and its cost. */
  #plan(frame: PlanFrame): void {
    const { by, thought, decision, problem, reply } = frame;
    const asked = reply === null ? undefined : this.#models.get(reply);
    if (reply !== null) this.#models.delete(reply);
    const call = asked === undefined ? undefined : this.items[asked];
    const item: TraceItem = {
      ...PLAIN,
      id: frame.id,
      since: call?.since ?? frame.at - this.#start,
      title: decision === 'respond' ? t.stepNames.answer[this.#job] : t.decisions[decision],
      state: decision === 'invalid' || decision === 'impossible' ? 'failed' : 'done',
      by,
      thought,
      detail: problem ?? call?.detail ?? '',
      ms: call?.ms ?? null,
      spent: call?.spent ?? null,
    };
    const index = asked ?? this.#push(item);
    this.items[index] = item;
    this.#current = index;
  }

  /** A call of the decision at hand; one that was agreed to begins where it was asked about. */
  #call(key: string, { tool, args }: { readonly tool: string; readonly args: Args }, state: TraceState): void {
    const known = this.#at.get(key);
    if (known !== undefined && this.items[known]?.calls.some((call) => call.key === key) === true) {
      this.#changeCall(key, () => ({ state }));
      return;
    }
    const call: TraceCall = { key, tool, args, state, results: [], ms: null, parts: [], said: '' };
    const index = this.#current ?? this.#push({ ...PLAIN, id: key, since: 0, title: t.decisions.call, state: 'done' });
    this.#at.set(key, index);
    this.#change(key, (item) => settled({ ...item, calls: [...item.calls, call] }));
    this.#latest = key;
  }

  #changeCall(key: string, change: (call: TraceCall) => Partial<TraceCall>): void {
    this.#change(key, (item) =>
      settled({ ...item, calls: item.calls.map((call) => (call.key === key ? { ...call, ...change(call) } : call)) }),
    );
  }

  #ask({ key, form, text, call }: AskUserFrame): void {
    if (call !== null) {
      this.#call(key, call, 'asking');
      return;
    }
    const index = this.#current;
    if (form !== 'question' || index === undefined) return;
    this.#at.set(key, index);
    this.#change(key, () => ({ question: { text, answer: null }, state: 'asking' }));
  }

  /** Said of the calls it is about, where a model said it; code's own words repeat the results. */
  #observe(of: readonly string[], text: string): void {
    const key = of.at(-1);
    if (key !== undefined && text !== '') this.#change(key, () => ({ observation: text }));
  }

  #modelCall(frame: ModelCallFrame): void {
    const { key, part, purpose, attempt } = frame;
    const owner = this.#latest;
    if (purpose === 'part' && owner !== undefined) {
      const title = part === null ? t.stepNames.note : t.stepNames.part(part.index, part.of);
      const name = attempt > 1 ? `${title} (${t.stepNames.attempt(attempt)})` : title;
      const begun: TracePart = { key, title: name, state: 'running', ms: null, input: 0, output: 0 };
      this.#owner.set(key, owner);
      this.#changeCall(owner, ({ parts }) => ({ parts: [...parts.filter((known) => known.key !== key), begun] }));
      return;
    }
    const title = purpose === 'decide' ? t.stepNames.decide : t.stepNames.answer[this.#job];
    const name = attempt > 1 ? `${title} (${t.stepNames.attempt(attempt)})` : title;
    this.#models.set(
      key,
      this.#push({ ...PLAIN, id: frame.id, since: frame.at - this.#start, title: name, state: 'running' }),
    );
  }

  #modelReply(frame: ModelReplyFrame): void {
    const { key, finish, failure } = frame;
    const [state, ms] = [stateAfter(finish), frame.ms > 0 ? frame.ms : null];
    const owner = this.#owner.get(key);
    const back = state === 'done' && this.#failed.delete(key) ? t.backAgain : '';
    if (owner === undefined) this.#change(key, () => ({ state, ms, detail: failure?.message ?? back }), this.#models);
    else this.#changePart(owner, key, () => ({ state, ms }));
    if (state === 'failed') this.#failed.add(key);
    if (owner !== undefined && failure) this.#note(frame, t.stepNames.partFailed, failure.message, 'failed');
    if (owner !== undefined && back !== '') this.#note(frame, back, '');
  }

  #spend(key: string, { input, output }: Spent): void {
    const owner = this.#owner.get(key);
    const add = (known: Spent | null): Spent => ({
      input: (known?.input ?? 0) + input,
      output: (known?.output ?? 0) + output,
    });
    if (owner === undefined) this.#change(key, ({ spent }) => ({ spent: add(spent) }), this.#models);
    else this.#changePart(owner, key, add);
  }

  #changePart(owner: string, key: string, change: (part: TracePart) => Partial<TracePart>): void {
    this.#changeCall(owner, ({ parts }) => ({
      parts: parts.map((part) => (part.key === key ? { ...part, ...change(part) } : part)),
    }));
  }

  #control(frame: AgentControlFrame): void {
    switch (frame.control) {
      case 'cancel':
        for (const [index, item] of this.items.entries()) this.items[index] = stopped(item);
        this.#note(frame, t.stepNames.cancelled, '');
        break;
      case 'resume':
        this.#note(frame, t.stepNames.resumed, frame.note);
        break;
      case 'retry':
        this.#note(frame, t.stepNames.retried, frame.terms.modelLabel);
        break;
      case 'limit':
        this.#note(frame, t.stepNames.limit, frame.note);
        break;
      case 'shorten':
        this.#note(frame, t.stepNames.shorter, frame.note);
        break;
      case 'restore':
        this.#note(frame, t.stepNames.restored, '');
        break;
      case 'answer':
        this.#change(frame.ask, ({ question }) => ({
          question: question && { ...question, answer: frame.text },
          state: 'done',
        }));
        break;
      case 'approve':
        this.#changeCall(frame.ask, () => ({ said: t.agreed, state: 'running' }));
        break;
      case 'decline':
        this.#changeCall(frame.ask, () => ({ said: t.declined, state: 'info' }));
        break;
      case 'outcome':
        this.#changeCall(frame.ask, () => ({ said: frame.happened ? t.happened : t.unhappened, state: 'info' }));
        break;
    }
  }
}
