/** Builds the trace from any frames. Pure. Every frame that matters to the user shows somewhere. */
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
} from '../../lib/agent/frames/frames.ts';
import type { Args } from '../../lib/agent/frames/decision.ts';
import { isLocated } from '../../lib/agent/frames/citation-markup.ts';
import { isOptional } from '../../lib/agent/store/run-state.ts';
import { filterFramesByAgent } from './active-agents.ts';
import { t } from '../strings/strings.ts';
import {
  deriveState,
  toTraceState,
  markAsCut,
  addResult,
  type TokenCounts,
  type TraceCall,
  type TraceItem,
  type TracePart,
  type TraceState,
} from './trace-item.ts';
import { TraceList } from './trace-list.ts';
import { CompactionTracker } from './hidden-turns.ts';

export type { TraceItem } from './trace-item.ts';

/** Null for the main agent. What a called agent did is shown under its call. */
export function buildTrace(frames: readonly Frame[], name: string | null = null): readonly TraceItem[] {
  const agentFrames = filterFramesByAgent(frames, name);
  const trace = new TraceBuilder(agentFrames[0], frames[0]?.at ?? 0);
  for (const frame of agentFrames) trace.addFrame(frame);
  trace.compactions.applyTo(trace.list.items);
  return trace.list.items;
}

const TOOL_MODEL_CALLS = {
  part: { title: 'note', failed: 'partFailed' },
  look: { title: 'look', failed: 'lookFailed' },
  grade: { title: 'grade', failed: 'gradeFailed' },
  rewrite: { title: 'rewrite', failed: 'rewriteFailed' },
} as const;
type ToolCallPurpose = keyof typeof TOOL_MODEL_CALLS;
const isToolCallPurpose = (purpose: ModelCallFrame['purpose']): purpose is ToolCallPurpose =>
  Object.hasOwn(TOOL_MODEL_CALLS, purpose);

class TraceBuilder {
  readonly list: TraceList;
  readonly compactions = new CompactionTracker();
  /** By the key of a call, question or model call. */
  readonly #itemByKey = new Map<string, number>();
  readonly #itemByModelCall = new Map<string, number>();
  /** Key of the latest optional model call without an outcome yet. */
  readonly #openOptionalCalls = new Map<ModelCallFrame['purpose'], string>();
  /** Index of the current decision, and key of its latest call. */
  #currentItem: number | undefined;
  #latestCall: string | undefined;
  #answerItem: number | undefined;
  /** The model call's parent if known, else the latest tool call begun. */
  readonly #owner = new Map<string, string>();
  readonly #callByFrame = new Map<string, string>();
  readonly #purposes = new Map<string, ToolCallPurpose>();
  readonly #failed = new Set<string>();
  #job: JobName;
  #step = 0;

  constructor(first: Frame | undefined, start: number) {
    this.list = new TraceList(start);
    this.#job = first?.kind === 'agent.invoked' ? first.spec.job : 'summarise';
  }

  addFrame(frame: Frame): void {
    switch (frame.kind) {
      case 'plan':
        this.#addDecision(frame);
        break;
      case 'tool.call':
        this.#callByFrame.set(frame.id, frame.key);
        this.#addCall(frame.key, frame, 'running');
        break;
      case 'ask.user':
        this.#addQuestion(frame);
        break;
      case 'tool.result':
        this.#updateCall(frame.key, (call) => addResult(call, frame));
        break;
      case 'observation':
        this.#addObservation(frame.of, frame.by === 'model' ? frame.text : '');
        break;
      case 'model.call':
        this.#addModelCall(frame);
        break;
      case 'model.reply':
        this.#applyModelReply(frame);
        break;
      case 'usage':
        this.#addUsage(frame.key, frame);
        break;
      case 'reflection':
        this.#addReflection(frame);
        break;
      case 'compaction':
        this.#addCompaction(frame);
        break;
      case 'grade':
        this.#addGrades(frame);
        break;
      case 'wait':
        if (frame.reason !== 'person') this.list.addNote(frame, t.stepNames.waited, frame.message);
        break;
      case 'control':
        this.#applyControl(frame);
        break;
      case 'agent.response':
        this.#addQuoteCheck(frame);
        break;
      case 'error':
        this.list.addNote(frame, t.stepNames.failed, frame.error.message, 'failed');
        break;
      default:
    }
  }

  /** Replaces the model call that led to the decision and keeps its cost. */
  #addDecision(frame: PlanFrame): void {
    const { step, by, thought, decision, problem, reply } = frame;
    const call = this.#takeModelItem(reply);
    const index = this.list.replace(call, frame, {
      title: decision === 'respond' ? t.stepNames.answer[this.#job] : t.decisions[decision],
      state: decision === 'invalid' || decision === 'impossible' ? 'failed' : 'done',
      by,
      thought,
      ...(problem === null ? {} : { detail: problem }),
    });
    this.#currentItem = index;
    if (decision === 'respond') this.#answerItem = index;
    this.#step = step;
    this.compactions.addTurn(step, index);
  }

  #addQuoteCheck({ citations }: AgentResponseFrame): void {
    if (citations.length === 0) return;
    const found = citations.filter(isLocated).length;
    this.list.update(this.#answerItem, () => ({ checked: { found, missing: citations.length - found } }));
  }

  #addReflection(frame: ReflectionFrame): void {
    const { by, errorType, failedAction, analysis, suggestedFix: fix, repeated } = frame;
    this.list.replace(this.#takeModelItem(this.#takeOptionalCall('reflect')), frame, {
      title: t.stepNames.reflected,
      reflection: { by, errorType, ...failedAction, analysis, fix, repeated },
    });
  }

  #addCompaction(frame: CompactionFrame): void {
    const { id, by, stage, before, after, summary, sources } = frame;
    const index = this.list.replace(this.#takeModelItem(this.#takeOptionalCall('compact')), frame, {
      title: t.stepNames.compacted,
      compaction: { id, by, stage, before, after, summary, sources, dropped: [], isUnhidden: false },
    });
    this.compactions.addCompaction(frame, index);
  }

  /** To the call whose results they are; for an unknown call, as an own item. */
  #addGrades(frame: GradeFrame): void {
    const { of, grades } = frame;
    const relevant = grades.filter(({ relevance }) => relevance === 'relevant').length;
    const by = (['model', 'rule', 'nobody', 'person'] as const).find((who) => grades.some((grade) => grade.by === who));
    const counted = by === 'nobody' ? t.web.sums.results(grades.length) : t.web.graded(relevant, grades.length);
    const message = by === undefined ? counted : `${counted}, ${t.web.gradedBy[by]}`;
    const result = { message, isError: false, artifacts: [] };
    if (this.#itemByKey.has(of)) this.#updateCall(of, ({ results }) => ({ results: [...results, result] }));
    else this.list.addNote(frame, t.stepNames.grade, message);
  }

  #takeOptionalCall(purpose: ModelCallFrame['purpose']): string | null {
    const key = this.#openOptionalCalls.get(purpose) ?? null;
    this.#openOptionalCalls.delete(purpose);
    return key;
  }

  /** Removes the model call's index, so that its outcome can replace it. */
  #takeModelItem(key: string | null): number | undefined {
    if (key === null) return undefined;
    const index = this.#itemByModelCall.get(key);
    this.#itemByModelCall.delete(key);
    return index;
  }

  /** An approved call continues where it was asked about. */
  #addCall(key: string, { tool, args }: { readonly tool: string; readonly args: Args }, state: TraceState): void {
    const existing = this.#itemByKey.get(key);
    if (existing !== undefined && this.list.items[existing]?.calls.some((call) => call.key === key) === true) {
      this.#updateCall(key, () => ({ state }));
      return;
    }
    const call: TraceCall = { key, tool, args, state, results: [], ms: null, parts: [], userDecision: '' };
    const index = this.#currentItem ?? this.list.push(null, { title: t.decisions.call, state: 'done' }, key);
    this.#itemByKey.set(key, index);
    this.list.update(index, (item) => deriveState({ ...item, calls: [...item.calls, call] }));
    this.#latestCall = key;
  }

  #updateCall(key: string, change: (call: TraceCall) => Partial<TraceCall>): void {
    this.list.updateCall(this.#itemByKey.get(key), key, change);
  }

  #addQuestion({ key, form, text, call }: AskUserFrame): void {
    if (call !== null) {
      this.#addCall(key, call, 'asking');
      return;
    }
    const index = this.#currentItem;
    if ((form !== 'question' && form !== 'turn') || index === undefined) return;
    this.#itemByKey.set(key, index);
    const titleChange = form === 'turn' ? { title: t.agents.said } : {};
    this.list.update(index, () => ({ ...titleChange, question: { text, answer: null }, state: 'asking' }));
  }

  /** Only the model's observations; those by code repeat the results. */
  #addObservation(of: readonly string[], text: string): void {
    const key = of.at(-1);
    if (key !== undefined && text !== '') this.list.update(this.#itemByKey.get(key), () => ({ observation: text }));
  }

  #addModelCall(frame: ModelCallFrame): void {
    const { key, part, purpose, attempt, parentId } = frame;
    const owner = this.#callByFrame.get(parentId ?? '') ?? this.#latestCall;
    const toolPurpose = isToolCallPurpose(purpose) ? purpose : null;
    if (toolPurpose !== null && owner !== undefined) {
      this.#purposes.set(key, toolPurpose);
      const title =
        part === null ? t.stepNames[TOOL_MODEL_CALLS[toolPurpose].title] : t.stepNames.part(part.index, part.of);
      const name = attempt > 1 ? `${title} (${t.stepNames.attempt(attempt)})` : title;
      const newPart: TracePart = { key, title: name, state: 'running', ms: null, input: 0, output: 0 };
      this.#owner.set(key, owner);
      this.#updateCall(owner, ({ parts }) => ({
        parts: [...parts.filter((existing) => existing.key !== key), newPart],
      }));
      return;
    }
    const { decide, note, look, grade, rewrite, answer } = t.stepNames;
    const words = { ...t.optionalCalls, decide, part: note, look, grade, rewrite, answer };
    const title = purpose === 'answer' ? words.answer[this.#job] : words[purpose];
    const name = attempt > 1 ? `${title} (${t.stepNames.attempt(attempt)})` : title;
    const isRetry = this.#openOptionalCalls.get(purpose) === key;
    if (isOptional(frame)) this.#openOptionalCalls.set(purpose, key);
    if (isRetry)
      this.list.update(this.#itemByModelCall.get(key), () => ({ title: name, state: 'running', detail: '' }));
    else this.#itemByModelCall.set(key, this.list.push(frame, { title: name, state: 'running' }));
    if (purpose === 'answer') this.#answerItem = this.#itemByModelCall.get(key);
  }

  #applyModelReply(frame: ModelReplyFrame): void {
    const { key, finish, failure } = frame;
    const [state, ms] = [toTraceState(finish), frame.ms > 0 ? frame.ms : null];
    const owner = this.#owner.get(key);
    const recovery = state === 'done' && this.#failed.delete(key) ? t.backAgain : '';
    if (owner === undefined)
      this.list.update(this.#itemByModelCall.get(key), () => ({ state, ms, detail: failure?.message ?? recovery }));
    else this.list.updatePart(this.#itemByKey.get(owner), owner, key, () => ({ state, ms }));
    if (state === 'failed') this.#failed.add(key);
    const failed = t.stepNames[TOOL_MODEL_CALLS[this.#purposes.get(key) ?? 'part'].failed];
    if (owner !== undefined && failure) this.list.addNote(frame, failed, failure.message, 'failed');
    if (owner !== undefined && recovery !== '') this.list.addNote(frame, recovery, '');
  }

  #addUsage(key: string, { input, output }: TokenCounts): void {
    const owner = this.#owner.get(key);
    const add = (existing: TokenCounts | null): TokenCounts => ({
      input: (existing?.input ?? 0) + input,
      output: (existing?.output ?? 0) + output,
    });
    if (owner === undefined) this.list.update(this.#itemByModelCall.get(key), ({ usage }) => ({ usage: add(usage) }));
    else this.list.updatePart(this.#itemByKey.get(owner), owner, key, add);
  }

  #applyControl(frame: AgentControlFrame): void {
    switch (frame.control) {
      case 'cancel':
        for (const index of this.list.items.keys()) this.list.update(index, markAsCut);
        this.list.addNote(frame, frame.correlationId === null ? t.stepNames.cancelled : t.agents.takenBack, '');
        break;
      case 'resume':
        this.list.addNote(frame, t.stepNames.resumed, frame.note);
        break;
      case 'retry':
        this.list.addNote(frame, t.stepNames.retried, frame.config.models.main.label);
        break;
      case 'follow':
        this.#job = frame.request.job;
        // the fold counts it as a turn, and so do compactions
        this.compactions.addTurn(this.#step, this.list.addNote(frame, t.stepNames.followed, frame.request.goal));
        break;
      case 'limit':
        this.list.addNote(frame, t.stepNames.limit, frame.note);
        break;
      case 'shorten':
        this.list.addNote(frame, t.stepNames.shorter, frame.note);
        break;
      case 'switch':
        this.#failed.clear(); // the new model has not failed
        this.list.addNote(frame, t.stepNames.switched, `${frame.note} ${frame.reason}`.trim());
        break;
      case 'restore':
        this.compactions.unhide(frame.compaction);
        this.list.addNote(frame, t.stepNames.restored, '');
        break;
      case 'answer':
        this.list.update(this.#itemByKey.get(frame.ask), ({ question }) => ({
          question: question && { ...question, answer: frame.text },
          state: 'done',
        }));
        break;
      case 'approve':
        this.#updateCall(frame.ask, () => ({ userDecision: t.agreed, state: 'running' }));
        break;
      case 'decline':
        this.#updateCall(frame.ask, () => ({ userDecision: t.declined, state: 'info' }));
        break;
      case 'outcome':
        this.#updateCall(frame.ask, () => ({
          userDecision: frame.happened ? t.happened : t.unhappened,
          state: 'info',
        }));
        break;
    }
  }
}
