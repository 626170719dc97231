/** One agent's part of a run. Any frames may be added; every frame that matters to the user shows in some item. */
import { isRating, type Frame, type PlanFrame } from '../frames/frames.ts';
import type { AgentControlFrame, AskUserFrame } from '../frames/control-frames.ts';
import type {
  CompactionFrame,
  GradeFrame,
  ModelCallFrame,
  ModelReplyFrame,
  UsageFrame,
} from '../frames/model-frames.ts';
import { isOptional } from '../state/request-state.ts';
import { addTokens, NO_TOKENS } from '../budget/usage.ts';
import { HiddenTurns } from './hidden-turns.ts';
import { ItemList } from './item-list.ts';
import {
  addResult,
  countChecked,
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
  readonly #items: ItemList;
  readonly #turns = new HiddenTurns();
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
  #step = 0;

  /** `start`: when the run began. */
  constructor(start: number) {
    this.#items = new ItemList(start);
  }

  listItems(): readonly TimelineItem[] {
    return this.#turns.listIn(this.#items.all);
  }

  findCall(key: string): CallItem | undefined {
    return this.#items.findCall(key);
  }

  addFrame(frame: Frame): void {
    switch (frame.kind) {
      case 'agent.invoked':
        this.#items.job = frame.spec.job;
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
        this.#items.updateCall(frame.key, (call) => addResult(call, frame));
        break;
      case 'observation':
        // those by code repeat the results
        if (frame.by === 'model' && frame.text !== '')
          this.#items.update(this.#items.findIndex(frame.of.at(-1) ?? ''), () => ({ observation: frame.text }));
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
        this.#items.replaceModelCall(this.#takeOptionalCall('reflect'), frame);
        break;
      case 'compaction':
        this.#addCompaction(frame);
        break;
      case 'grade':
        this.#addGrades(frame);
        break;
      case 'wait':
        if (frame.reason !== 'user') this.#items.push(frame, { state: 'info' });
        break;
      case 'control':
        this.#applyControl(frame);
        break;
      case 'agent.response':
        this.#items.update(this.#answerItem, () => ({ checked: countChecked(frame.citations) }));
        break;
      case 'opinion':
        this.#items.replaceModelCall(this.#takeOptionalCall('opinion'), frame, frame.by === null ? 'info' : 'done');
        break;
      case 'error':
        this.#items.push(frame, { state: 'failed' });
        break;
    }
  }

  #addDecision(frame: PlanFrame): void {
    const { step, decision } = frame;
    const index = this.#items.replaceModelCall(
      frame.reply,
      frame,
      decision === 'invalid' || decision === 'impossible' ? 'failed' : 'done',
    );
    this.#currentItem = index;
    if (decision === 'respond') this.#answerItem = index;
    this.#step = step;
    this.#turns.addTurn(step, index);
  }

  #addCompaction(frame: CompactionFrame): void {
    this.#turns.compact(frame, this.#items.replaceModelCall(this.#takeOptionalCall('compact'), frame));
  }

  /** Adds grades to the call whose results they are; for an unknown call, as an item of their own. */
  #addGrades(frame: GradeFrame): void {
    if (this.#items.findIndex(frame.of) !== undefined)
      this.#items.updateCall(frame.of, ({ results }) => ({ results: [...results, frame] }));
    else this.#items.push(frame, { state: 'info' });
  }

  /** An approved call continues where it was asked about. */
  #addCall(
    frame: Frame & Pick<CallItem, 'key'>,
    { tool, args }: Pick<CallItem, 'tool' | 'args'>,
    state: ItemState,
  ): void {
    const { key } = frame;
    if (this.findCall(key)) {
      this.#items.updateCall(key, () => ({ state }));
      return;
    }
    const call: CallItem = { key, tool, args, state, results: [], ms: null, parts: [], verdict: null, asked: [] };
    this.#items.addCall(this.#currentItem ?? this.#items.push(frame), call);
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
      this.#items.updateCall(asked.call, (one) => ({ state: 'asking', asked: [...one.asked, { frame, reply: null }] }));
      return;
    }
    const index = this.#currentItem;
    if ((form !== 'question' && form !== 'turn') || index === undefined) return;
    this.#items.addQuestion(index, key, { frame, answer: null });
  }

  #addModelCall(frame: ModelCallFrame): void {
    const { key, purpose } = frame;
    this.lastModelCall = frame;
    this.lastPart = frame.part ?? this.lastPart;
    const owner = this.#callByFrame.get(frame.parentId ?? '') ?? this.#latestCall;
    if (TOOL_PURPOSES.includes(purpose) && owner !== undefined) {
      this.#parts.set(key, { owner, call: frame });
      const part: PartItem = { call: frame, state: 'running', ms: null, input: 0, output: 0 };
      this.#items.updateCall(owner, ({ parts }) => ({
        parts: [...parts.filter(({ call }) => call.key !== key), part],
      }));
      return;
    }
    const again = { frame, job: this.#items.job, state: 'running', reply: null, hasRecovered: false } as const;
    if (this.#openOptionalCalls.get(purpose) === key)
      this.#items.update(this.#items.findModelCallIndex(key), () => again);
    else this.#items.pushModelCall(key, frame);
    if (isOptional(frame)) this.#openOptionalCalls.set(purpose, key);
    if (purpose === 'answer') this.#answerItem = this.#items.findModelCallIndex(key);
  }

  #applyModelReply(frame: ModelReplyFrame): void {
    const { key, finish } = frame;
    const state = finish === 'aborted' ? 'cut' : finish === 'failed' ? 'failed' : 'done';
    const ms = frame.ms > 0 ? frame.ms : null;
    const hasRecovered = state === 'done' && this.#failed.delete(key);
    if (state === 'failed') this.#failed.add(key);
    const part = this.#parts.get(key)?.call;
    if (part === undefined) {
      this.#items.update(this.#items.findModelCallIndex(key), () => ({ state, ms, reply: frame, hasRecovered }));
      return;
    }
    this.#updatePart(key, () => ({ state, ms }));
    if (frame.failure) this.#items.push(frame, { state: 'failed', reply: frame, part });
    else if (hasRecovered) this.#items.push(frame, { state: 'info', reply: frame, hasRecovered, part });
  }

  #addUsage(frame: UsageFrame): void {
    if (this.#parts.has(frame.key)) this.#updatePart(frame.key, (part) => addTokens(part, frame));
    else
      this.#items.update(this.#items.findModelCallIndex(frame.key), ({ usage }) => ({
        usage: addTokens(usage ?? NO_TOKENS, frame),
      }));
  }

  #applyControl(frame: AgentControlFrame): void {
    if (isRating(frame)) return;
    this.lastControl = frame;
    if (this.#addServerReply(frame)) return;
    switch (frame.control) {
      case 'answer':
        this.#items.update(this.#items.findIndex(frame.ask), ({ question }) => ({
          question: question && { ...question, answer: frame.text },
          state: 'done',
        }));
        return;
      case 'approve':
        this.#items.updateCall(frame.ask, () => ({ verdict: frame, state: 'running' }));
        return;
      case 'decline':
      case 'outcome':
        this.#items.updateCall(frame.ask, () => ({ verdict: frame, state: 'info' }));
        return;
      case 'cancel':
        for (const index of this.#items.all.keys()) this.#items.update(index, markAsCut);
        break;
      case 'follow':
        this.#items.job = frame.request.job;
        // the fold counts it as a turn, and so do compactions
        this.#turns.addTurn(this.#step, this.#items.all.length);
        break;
      case 'switch':
        this.#failed.clear(); // the new model has not failed
        break;
      case 'restore':
        this.#turns.unhide(frame.compaction);
        break;
      default:
    }
    this.#items.push(frame, { state: 'info' });
  }

  /** False if no server asked. */
  #addServerReply(frame: AgentControlFrame): boolean {
    if (frame.control !== 'answer' && frame.control !== 'decline') return false;
    const owner = this.#callByAsk.get(frame.ask);
    if (owner === undefined) return false;
    this.#items.updateCall(owner, ({ asked }) => ({
      state: 'running',
      asked: markReplied(asked, frame.ask, frame.control),
    }));
    return true;
  }

  #takeOptionalCall(purpose: ModelCallFrame['purpose']): string | null {
    const key = this.#openOptionalCalls.get(purpose) ?? null;
    this.#openOptionalCalls.delete(purpose);
    return key;
  }

  #updatePart(key: string, change: (part: PartItem) => Partial<PartItem>): void {
    this.#items.updateCall(this.#parts.get(key)?.owner ?? '', ({ parts }) => ({
      parts: parts.map((part) => (part.call.key === key ? { ...part, ...change(part) } : part)),
    }));
  }
}
