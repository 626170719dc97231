/** One agent's part of a run. Any frames may be added; every frame that matters to the user shows in some item. */
import { isRating, type Frame, type JobName, type PlanFrame } from '../frames/frames.ts';
import type { AgentControlFrame, AskUserFrame } from '../frames/control-frames.ts';
import type {
  CompactionFrame,
  GradeFrame,
  ModelCallFrame,
  ModelReplyFrame,
  UsageFrame,
} from '../frames/model-frames.ts';
import {
  applyCompaction,
  findHiddenRange,
  getTurnVisibility,
  UNCOMPACTED_VIEW,
  unhideCompaction,
} from '../state/context-view.ts';
import { isOptional } from '../state/request-state.ts';
import { addTokens, NO_TOKENS } from '../budget/usage.ts';
import {
  addResult,
  countChecked,
  deriveState,
  EMPTY_ITEM,
  markAsCut,
  markReplied,
  TOOL_PURPOSES,
  type CallItem,
  type ItemState,
  type PartItem,
  type TimelineItem,
} from './timeline-item.ts';

export class AgentTimeline {
  /** Also between two parts. */
  lastModelCall: ModelCallFrame | null = null;
  lastPart: ModelCallFrame['part'] = null;
  lastControl: AgentControlFrame | null = null;
  readonly #start: number;
  readonly #items: TimelineItem[] = [];
  /** By the key of a call or question. */
  readonly #itemByKey = new Map<string, number>();
  /** Until its outcome replaces it. */
  readonly #itemByModelCall = new Map<string, number>();
  /** Key of the latest optional model call without an outcome yet. */
  readonly #openOptionalCalls = new Map<ModelCallFrame['purpose'], string>();
  /** `owner`: the tool call that made the part if it is known, else the latest begun. */
  readonly #parts = new Map<string, { readonly owner: string; readonly call: ModelCallFrame }>();
  readonly #callByFrame = new Map<string, string>();
  /** By the key of what its server asks. */
  readonly #callByAsk = new Map<string, string>();
  readonly #failed = new Set<string>();
  #currentItem: number | undefined;
  #latestCall: string | undefined;
  #answerItem: number | undefined;
  #job: JobName = 'summarise';
  #step = 0;
  /** The fold that builds the prompts. */
  #view = UNCOMPACTED_VIEW;
  readonly #turns: { readonly step: number; readonly index: number }[] = [];
  readonly #compactions: { readonly id: string; readonly index: number }[] = [];

  /** `start`: when the run began. */
  constructor(start: number) {
    this.#start = start;
  }

  listItems(): readonly TimelineItem[] {
    const items = [...this.#items];
    for (const { id, index } of this.#compactions) {
      const [from, to] = findHiddenRange(this.#view, id) ?? [0, 0];
      const hidden = this.#turns.slice(from, to);
      const turns = hidden.flatMap(({ step, index: turnIndex }) => {
        const item = this.#items[turnIndex];
        return item === undefined ? [] : [{ step, item }];
      });
      const isUnhidden = hidden.every((_, offset) => getTurnVisibility(this.#view, from + offset) === 'whole');
      const item = items[index];
      if (item !== undefined) items[index] = { ...item, hidden: { turns, isUnhidden } };
    }
    return items;
  }

  findCall(key: string): CallItem | undefined {
    return this.#items[this.#itemByKey.get(key) ?? -1]?.calls.find((call) => call.key === key);
  }

  addFrame(frame: Frame): void {
    switch (frame.kind) {
      case 'agent.invoked':
        this.#job = frame.spec.job;
        break;
      case 'plan':
        this.#addDecision(frame);
        break;
      case 'tool.call':
        this.#callByFrame.set(frame.id, frame.key);
        this.#addCall(frame, frame, 'running');
        break;
      case 'ask.user':
        this.#addQuestion(frame);
        break;
      case 'tool.result':
        this.#updateCall(frame.key, (call) => addResult(call, frame));
        break;
      case 'observation':
        // those by code repeat the results
        if (frame.by === 'model' && frame.text !== '')
          this.#update(this.#itemByKey.get(frame.of.at(-1) ?? ''), () => ({ observation: frame.text }));
        break;
      case 'model.call':
        this.#addModelCall(frame);
        break;
      case 'model.reply':
        this.#applyModelReply(frame);
        break;
      case 'usage':
        this.#addUsage(frame);
        break;
      case 'reflection':
        this.#replace(this.#takeOptionalCall('reflect'), frame);
        break;
      case 'compaction':
        this.#addCompaction(frame);
        break;
      case 'grade':
        this.#addGrades(frame);
        break;
      case 'wait':
        if (frame.reason !== 'user') this.#push(frame, { state: 'info' });
        break;
      case 'control':
        this.#applyControl(frame);
        break;
      case 'agent.response':
        this.#update(this.#answerItem, () => ({ checked: countChecked(frame.citations) }));
        break;
      case 'opinion':
        this.#replace(this.#takeOptionalCall('opinion'), frame, frame.by === null ? 'info' : 'done');
        break;
      case 'error':
        this.#push(frame, { state: 'failed' });
        break;
    }
  }

  #addDecision(frame: PlanFrame): void {
    const { step, decision } = frame;
    const index = this.#replace(
      frame.reply,
      frame,
      decision === 'invalid' || decision === 'impossible' ? 'failed' : 'done',
    );
    this.#currentItem = index;
    if (decision === 'respond') this.#answerItem = index;
    this.#step = step;
    this.#turns.push({ step, index });
  }

  #addCompaction(frame: CompactionFrame): void {
    this.#view = applyCompaction(this.#view, frame);
    this.#compactions.push({ id: frame.id, index: this.#replace(this.#takeOptionalCall('compact'), frame) });
  }

  /** Adds grades to the call whose results they are; for an unknown call, as an item of their own. */
  #addGrades(frame: GradeFrame): void {
    if (this.#itemByKey.has(frame.of)) this.#updateCall(frame.of, ({ results }) => ({ results: [...results, frame] }));
    else this.#push(frame, { state: 'info' });
  }

  /** An approved call continues where it was asked about. */
  #addCall(
    frame: Frame & Pick<CallItem, 'key'>,
    { tool, args }: Pick<CallItem, 'tool' | 'args'>,
    state: ItemState,
  ): void {
    const { key } = frame;
    if (this.findCall(key)) {
      this.#updateCall(key, () => ({ state }));
      return;
    }
    const index = this.#currentItem ?? this.#push(frame);
    this.#itemByKey.set(key, index);
    const call: CallItem = { key, tool, args, state, results: [], ms: null, parts: [], verdict: null, asked: [] };
    this.#update(index, (item) => deriveState({ ...item, calls: [...item.calls, call] }));
    this.#latestCall = key;
  }

  #addQuestion(frame: AskUserFrame): void {
    const { key, form, call, asked } = frame;
    if (call !== null) {
      this.#addCall(frame, call, 'asking');
      return;
    }
    if (asked) {
      this.#callByAsk.set(key, asked.call);
      this.#updateCall(asked.call, (one) => ({ state: 'asking', asked: [...one.asked, { frame, reply: null }] }));
      return;
    }
    const index = this.#currentItem;
    if ((form !== 'question' && form !== 'turn') || index === undefined) return;
    this.#itemByKey.set(key, index);
    this.#update(index, () => ({ question: { frame, answer: null }, state: 'asking' }));
  }

  #addModelCall(frame: ModelCallFrame): void {
    const { key, purpose } = frame;
    this.lastModelCall = frame;
    this.lastPart = frame.part ?? this.lastPart;
    const owner = this.#callByFrame.get(frame.parentId ?? '') ?? this.#latestCall;
    if (TOOL_PURPOSES.includes(purpose) && owner !== undefined) {
      this.#parts.set(key, { owner, call: frame });
      const part: PartItem = { call: frame, state: 'running', ms: null, input: 0, output: 0 };
      this.#updateCall(owner, ({ parts }) => ({ parts: [...parts.filter(({ call }) => call.key !== key), part] }));
      return;
    }
    const again = { frame, job: this.#job, state: 'running', reply: null, hasRecovered: false } as const;
    if (this.#openOptionalCalls.get(purpose) === key) this.#update(this.#itemByModelCall.get(key), () => again);
    else this.#itemByModelCall.set(key, this.#push(frame, { state: 'running' }));
    if (isOptional(frame)) this.#openOptionalCalls.set(purpose, key);
    if (purpose === 'answer') this.#answerItem = this.#itemByModelCall.get(key);
  }

  #applyModelReply(frame: ModelReplyFrame): void {
    const { key, finish } = frame;
    const state = finish === 'aborted' ? 'cut' : finish === 'failed' ? 'failed' : 'done';
    const ms = frame.ms > 0 ? frame.ms : null;
    const hasRecovered = state === 'done' && this.#failed.delete(key);
    if (state === 'failed') this.#failed.add(key);
    const part = this.#parts.get(key)?.call;
    if (part === undefined) {
      this.#update(this.#itemByModelCall.get(key), () => ({ state, ms, reply: frame, hasRecovered }));
      return;
    }
    this.#updatePart(key, () => ({ state, ms }));
    if (frame.failure) this.#push(frame, { state: 'failed', reply: frame, part });
    else if (hasRecovered) this.#push(frame, { state: 'info', reply: frame, hasRecovered, part });
  }

  #addUsage(frame: UsageFrame): void {
    if (this.#parts.has(frame.key)) this.#updatePart(frame.key, (part) => addTokens(part, frame));
    else
      this.#update(this.#itemByModelCall.get(frame.key), ({ usage }) => ({
        usage: addTokens(usage ?? NO_TOKENS, frame),
      }));
  }

  #applyControl(frame: AgentControlFrame): void {
    if (isRating(frame)) return;
    this.lastControl = frame;
    if (this.#addServerReply(frame)) return;
    switch (frame.control) {
      case 'answer':
        this.#update(this.#itemByKey.get(frame.ask), ({ question }) => ({
          question: question && { ...question, answer: frame.text },
          state: 'done',
        }));
        return;
      case 'approve':
        this.#updateCall(frame.ask, () => ({ verdict: frame, state: 'running' }));
        return;
      case 'decline':
      case 'outcome':
        this.#updateCall(frame.ask, () => ({ verdict: frame, state: 'info' }));
        return;
      case 'cancel':
        for (const index of this.#items.keys()) this.#update(index, markAsCut);
        break;
      case 'follow':
        this.#job = frame.request.job;
        // the fold counts it as a turn, and so do compactions
        this.#turns.push({ step: this.#step, index: this.#items.length });
        break;
      case 'switch':
        this.#failed.clear(); // the new model has not failed
        break;
      case 'restore':
        this.#view = unhideCompaction(this.#view, frame.compaction);
        break;
      default:
    }
    this.#push(frame, { state: 'info' });
  }

  /** False if no server asked. */
  #addServerReply(frame: AgentControlFrame): boolean {
    if (frame.control !== 'answer' && frame.control !== 'decline') return false;
    const owner = this.#callByAsk.get(frame.ask);
    if (owner === undefined) return false;
    this.#updateCall(owner, ({ asked }) => ({ state: 'running', asked: markReplied(asked, frame.ask, frame.control) }));
    return true;
  }

  #takeOptionalCall(purpose: ModelCallFrame['purpose']): string | null {
    const key = this.#openOptionalCalls.get(purpose) ?? null;
    this.#openOptionalCalls.delete(purpose);
    return key;
  }

  /** Returns its index. */
  #push(frame: Frame, fields: Partial<TimelineItem> = {}): number {
    const since = frame.at - this.#start;
    return this.#items.push({ ...EMPTY_ITEM, id: frame.id, frame, job: this.#job, since, ...fields }) - 1;
  }

  /** Replaces the model call that led to it and keeps its cost; appends an item if there is none. */
  #replace(modelCall: string | null, frame: Frame, state: ItemState = 'done'): number {
    const index = this.#itemByModelCall.get(modelCall ?? '');
    const call = this.#items[index ?? -1];
    this.#itemByModelCall.delete(modelCall ?? '');
    if (index === undefined || call === undefined) return this.#push(frame, { state });
    const { since, reply, hasRecovered, ms, usage } = call;
    const { id } = frame;
    this.#items[index] = { ...EMPTY_ITEM, id, frame, job: this.#job, since, state, reply, hasRecovered, ms, usage };
    return index;
  }

  #update(index: number | undefined, change: (item: TimelineItem) => Partial<TimelineItem>): void {
    const item = this.#items[index ?? -1];
    if (index !== undefined && item !== undefined) this.#items[index] = { ...item, ...change(item) };
  }

  #updateCall(key: string, change: (call: CallItem) => Partial<CallItem>): void {
    this.#update(this.#itemByKey.get(key), (item) =>
      deriveState({
        ...item,
        calls: item.calls.map((call) => (call.key === key ? { ...call, ...change(call) } : call)),
      }),
    );
  }

  #updatePart(key: string, change: (part: PartItem) => Partial<PartItem>): void {
    this.#updateCall(this.#parts.get(key)?.owner ?? '', ({ parts }) => ({
      parts: parts.map((part) => (part.call.key === key ? { ...part, ...change(part) } : part)),
    }));
  }
}
