/**
 * What a run did and why, for a person to read: its frames as decisions with their calls, and what came between. The one
 * rule: pure, and total over any frames; every frame that a person would want to know of shows somewhere.
 */
import type {
  AgentControlFrame,
  AgentResponseFrame,
  AskUserFrame,
  CompactionFrame,
  Frame,
  GradeFrame,
  ModelCallFrame,
  ModelReplyFrame,
  PlanFrame,
  ReflectionFrame,
  JobName,
} from '../lib/agent/frames.ts';
import type { Args } from '../lib/agent/decision.ts';
import { isQuoted } from '../lib/agent/cited.ts';
import { isAside } from '../lib/agent/state.ts';
import { framesOf } from './at-work.ts';
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
import { TraceList } from './trace-list.ts';
import { Room } from './trace-room.ts';

export type { TraceItem } from './trace-item.ts';

/** Of the main agent, or of the agent of that name: what one that it called did, stands under its call. */
export function traceOf(frames: readonly Frame[], name: string | null = null): readonly TraceItem[] {
  const own = framesOf(frames, name);
  const trace = new Trace(own[0], frames[0]?.at ?? 0);
  for (const frame of own) trace.take(frame);
  trace.room.tell(trace.list.items);
  return trace.list.items;
}

/** Calls that a tool makes for itself, and what they are called. */
const WITHIN = {
  part: { title: 'note', failed: 'partFailed' },
  look: { title: 'look', failed: 'lookFailed' },
  grade: { title: 'grade', failed: 'gradeFailed' },
  rewrite: { title: 'rewrite', failed: 'rewriteFailed' },
} as const;
type Within = keyof typeof WITHIN;
const isWithin = (purpose: ModelCallFrame['purpose']): purpose is Within => Object.hasOwn(WITHIN, purpose);

class Trace {
  readonly list: TraceList;
  readonly room = new Room();
  /** Where the decision with a call or a question under that key stands, and where a model call does. */
  readonly #at = new Map<string, number>();
  readonly #models = new Map<string, number>();
  /** Key of the latest call to reflect, or to make room, of which nothing has come yet. */
  readonly #asides = new Map<ModelCallFrame['purpose'], string>();
  /** The decision at hand, and its call begun last. */
  #current: number | undefined;
  #latest: string | undefined;
  /** Where the answer is written. */
  #writing: number | undefined;
  /** The tool call that a call of `WITHIN` belongs to: the one that it was made for, else the latest begun before it. */
  readonly #owner = new Map<string, string>();
  readonly #begun = new Map<string, string>();
  /** What each of them was for. */
  readonly #within = new Map<string, Within>();
  readonly #failed = new Set<string>();
  #job: JobName;
  #step = 0;

  /** `start`: when the run began. */
  constructor(first: Frame | undefined, start: number) {
    this.list = new TraceList(start);
    this.#job = first?.kind === 'agent.invoked' ? first.spec.job : 'summarise';
  }

  take(frame: Frame): void {
    switch (frame.kind) {
      case 'plan':
        this.#plan(frame);
        break;
      case 'tool.call':
        this.#begun.set(frame.id, frame.key);
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
      case 'reflection':
        this.#reflect(frame);
        break;
      case 'compaction':
        this.#compact(frame);
        break;
      case 'grade':
        this.#grade(frame);
        break;
      case 'wait':
        if (frame.reason !== 'person') this.list.note(frame, t.stepNames.waited, frame.message);
        break;
      case 'control':
        this.#control(frame);
        break;
      case 'agent.response':
        this.#respond(frame);
        break;
      case 'error':
        this.list.note(frame, t.stepNames.failed, frame.trouble.message, 'failed');
        break;
      default:
    }
  }

  /** A decision takes the place of the model call that led to it, and its cost. */
  #plan(frame: PlanFrame): void {
    const { step, by, thought, decision, problem, reply } = frame;
    const call = this.#called(reply);
    const index = this.list.replace(call, frame, {
      title: decision === 'respond' ? t.stepNames.answer[this.#job] : t.decisions[decision],
      state: decision === 'invalid' || decision === 'impossible' ? 'failed' : 'done',
      by,
      thought,
      ...(problem === null ? {} : { detail: problem }),
    });
    this.#current = index;
    if (decision === 'respond') this.#writing = index;
    this.#step = step;
    this.room.turn(step, index);
  }

  /** What code found of the answer's quotes is said where it was written. */
  #respond({ citations }: AgentResponseFrame): void {
    if (citations.length === 0) return;
    const found = citations.filter(isQuoted).length;
    this.list.change(this.#writing, () => ({ checked: { found, missing: citations.length - found } }));
  }

  #reflect(frame: ReflectionFrame): void {
    const { by, errorType, failedAction, analysis, suggestedFix: fix, repeated } = frame;
    this.list.replace(this.#called(this.#aside('reflect')), frame, {
      title: t.stepNames.reflected,
      reflection: { by, errorType, ...failedAction, analysis, fix, repeated },
    });
  }

  #compact(frame: CompactionFrame): void {
    const { id, by, stage, before, after, summary, sources } = frame;
    const index = this.list.replace(this.#called(this.#aside('compact')), frame, {
      title: t.stepNames.compacted,
      compaction: { id, by, stage, before, after, summary, sources, dropped: [], restored: false },
    });
    this.room.make(frame, index);
  }

  /** Said of the call whose results they are; of one that nobody knows, by itself. */
  #grade(frame: GradeFrame): void {
    const { of, grades } = frame;
    const relevant = grades.filter(({ relevance }) => relevance === 'relevant').length;
    const by = (['model', 'rule', 'nobody', 'person'] as const).find((who) => grades.some((grade) => grade.by === who));
    const counted = by === 'nobody' ? t.web.sums.results(grades.length) : t.web.graded(relevant, grades.length);
    const message = by === undefined ? counted : `${counted}, ${t.web.gradedBy[by]}`;
    const result = { message, isError: false, found: [] };
    if (this.#at.has(of)) this.#changeCall(of, ({ results }) => ({ results: [...results, result] }));
    else this.list.note(frame, t.stepNames.grade, message);
  }

  #aside(purpose: ModelCallFrame['purpose']): string | null {
    const key = this.#asides.get(purpose) ?? null;
    this.#asides.delete(purpose);
    return key;
  }

  /** Where the model call under that key stands; what came of it stands there from now on. */
  #called(key: string | null): number | undefined {
    if (key === null) return undefined;
    const index = this.#models.get(key);
    this.#models.delete(key);
    return index;
  }

  /** A call of the decision at hand; one that was agreed to begins where it was asked about. */
  #call(key: string, { tool, args }: { readonly tool: string; readonly args: Args }, state: TraceState): void {
    const known = this.#at.get(key);
    if (known !== undefined && this.list.items[known]?.calls.some((call) => call.key === key) === true) {
      this.#changeCall(key, () => ({ state }));
      return;
    }
    const call: TraceCall = { key, tool, args, state, results: [], ms: null, parts: [], said: '' };
    const index = this.#current ?? this.list.push(null, { title: t.decisions.call, state: 'done' }, key);
    this.#at.set(key, index);
    this.list.change(index, (item) => settled({ ...item, calls: [...item.calls, call] }));
    this.#latest = key;
  }

  #changeCall(key: string, change: (call: TraceCall) => Partial<TraceCall>): void {
    this.list.changeCall(this.#at.get(key), key, change);
  }

  #ask({ key, form, text, call }: AskUserFrame): void {
    if (call !== null) {
      this.#call(key, call, 'asking');
      return;
    }
    const index = this.#current;
    if ((form !== 'question' && form !== 'turn') || index === undefined) return;
    this.#at.set(key, index);
    const named = form === 'turn' ? { title: t.agents.said } : {};
    this.list.change(index, () => ({ ...named, question: { text, answer: null }, state: 'asking' }));
  }

  /** Said of the calls it is about, where a model said it; code's own words repeat the results. */
  #observe(of: readonly string[], text: string): void {
    const key = of.at(-1);
    if (key !== undefined && text !== '') this.list.change(this.#at.get(key), () => ({ observation: text }));
  }

  #modelCall(frame: ModelCallFrame): void {
    const { key, part, purpose, attempt, parentId } = frame;
    const owner = this.#begun.get(parentId ?? '') ?? this.#latest;
    const within = isWithin(purpose) ? purpose : null;
    if (within !== null && owner !== undefined) {
      this.#within.set(key, within);
      const title = part === null ? t.stepNames[WITHIN[within].title] : t.stepNames.part(part.index, part.of);
      const name = attempt > 1 ? `${title} (${t.stepNames.attempt(attempt)})` : title;
      const begun: TracePart = { key, title: name, state: 'running', ms: null, input: 0, output: 0 };
      this.#owner.set(key, owner);
      this.#changeCall(owner, ({ parts }) => ({ parts: [...parts.filter((known) => known.key !== key), begun] }));
      return;
    }
    const { decide, note, look, grade, rewrite, answer } = t.stepNames;
    const words = { ...t.asides, decide, part: note, look, grade, rewrite, answer };
    const title = purpose === 'answer' ? words.answer[this.#job] : words[purpose];
    const name = attempt > 1 ? `${title} (${t.stepNames.attempt(attempt)})` : title;
    const again = this.#asides.get(purpose) === key;
    if (isAside(frame)) this.#asides.set(purpose, key);
    // further attempts at it are no news: they add to what it cost
    if (again) this.list.change(this.#models.get(key), () => ({ title: name, state: 'running', detail: '' }));
    else this.#models.set(key, this.list.push(frame, { title: name, state: 'running' }));
    if (purpose === 'answer') this.#writing = this.#models.get(key);
  }

  #modelReply(frame: ModelReplyFrame): void {
    const { key, finish, failure } = frame;
    const [state, ms] = [stateAfter(finish), frame.ms > 0 ? frame.ms : null];
    const owner = this.#owner.get(key);
    const back = state === 'done' && this.#failed.delete(key) ? t.backAgain : '';
    if (owner === undefined)
      this.list.change(this.#models.get(key), () => ({ state, ms, detail: failure?.message ?? back }));
    else this.list.changePart(this.#at.get(owner), owner, key, () => ({ state, ms }));
    if (state === 'failed') this.#failed.add(key);
    const failed = t.stepNames[WITHIN[this.#within.get(key) ?? 'part'].failed];
    if (owner !== undefined && failure) this.list.note(frame, failed, failure.message, 'failed');
    if (owner !== undefined && back !== '') this.list.note(frame, back, '');
  }

  #spend(key: string, { input, output }: Spent): void {
    const owner = this.#owner.get(key);
    const add = (known: Spent | null): Spent => ({
      input: (known?.input ?? 0) + input,
      output: (known?.output ?? 0) + output,
    });
    if (owner === undefined) this.list.change(this.#models.get(key), ({ spent }) => ({ spent: add(spent) }));
    else this.list.changePart(this.#at.get(owner), owner, key, add);
  }

  #control(frame: AgentControlFrame): void {
    switch (frame.control) {
      case 'cancel':
        for (const index of this.list.items.keys()) this.list.change(index, stopped);
        this.list.note(frame, frame.correlationId === null ? t.stepNames.cancelled : t.agents.takenBack, '');
        break;
      case 'resume':
        this.list.note(frame, t.stepNames.resumed, frame.note);
        break;
      case 'retry':
        this.list.note(frame, t.stepNames.retried, frame.terms.models.main.label);
        break;
      case 'follow':
        this.#job = frame.wish.job;
        // the fold counts it among the turns, and so does what is left out to make room
        this.room.turn(this.#step, this.list.note(frame, t.stepNames.followed, frame.wish.goal));
        break;
      case 'limit':
        this.list.note(frame, t.stepNames.limit, frame.note);
        break;
      case 'shorten':
        this.list.note(frame, t.stepNames.shorter, frame.note);
        break;
      case 'switch':
        this.#failed.clear(); // who answers now is another, and had not failed
        this.list.note(frame, t.stepNames.switched, `${frame.note} ${frame.reason}`.trim());
        break;
      case 'restore':
        this.room.restore(frame.compaction);
        this.list.note(frame, t.stepNames.restored, '');
        break;
      case 'answer':
        this.list.change(this.#at.get(frame.ask), ({ question }) => ({
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
