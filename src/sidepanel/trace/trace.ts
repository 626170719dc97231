/** Puts a timeline into words. Pure. What a called agent did is shown under its call. */
import type {
  AgentControlFrame,
  Artifact,
  CompactionFrame,
  GradeFrame,
  JobName,
  ModelCallFrame,
  ReflectionFrame,
} from '../../lib/agent/frames/frames.ts';
import type { Timeline } from '../../lib/agent/log/timeline.ts';
import { markAsCut, type CallItem, type PartItem, type TimelineItem } from '../../lib/agent/log/timeline-item.ts';
import { t } from '../strings/strings.ts';

export interface TraceResult {
  readonly message: string;
  readonly isError: boolean;
  readonly artifacts: readonly Artifact[];
}

export interface TracePart extends PartItem {
  readonly title: string;
}

export interface TraceCall extends Omit<CallItem, 'results' | 'parts'> {
  readonly results: readonly TraceResult[];
  readonly parts: readonly TracePart[];
  /** '' if the user was not asked. */
  readonly userDecision: string;
}

/** A decision that the model no longer sees, or not completely. */
export interface TraceTurn {
  readonly step: number;
  readonly title: string;
  readonly calls: readonly TraceCall[];
}

export interface TraceCompaction extends CompactionFrame {
  readonly dropped: readonly TraceTurn[];
  readonly isUnhidden: boolean;
}

export interface TraceItem extends Omit<TimelineItem, 'calls'> {
  readonly title: string;
  /** Null if it is no decision. */
  readonly by: 'model' | 'rule' | null;
  readonly thought: string;
  /** Why a decision was not executed, or the message of a pause or failure. */
  readonly detail: string;
  readonly calls: readonly TraceCall[];
  readonly reflection: ReflectionFrame | null;
  readonly compaction: TraceCompaction | null;
}

/** `name`: null for the main agent. `isCut`: what is in progress has ended with the agent's caller. */
export function buildTrace(timeline: Timeline, name: string | null = null, isCut = false): readonly TraceItem[] {
  const items = timeline.getAgent(name).listItems();
  return (isCut ? items.map(markAsCut) : items).map(describeItem);
}

function describeItem(item: TimelineItem): TraceItem {
  const { frame, hidden } = item;
  const [by, thought] = frame.kind === 'plan' ? [frame.by, frame.thought] : [null, ''];
  const reflection = frame.kind === 'reflection' ? frame : null;
  const compaction =
    frame.kind === 'compaction' && hidden !== null
      ? {
          ...frame,
          isUnhidden: hidden.isUnhidden,
          dropped: hidden.turns.map(({ step, item: turn }) => ({
            step,
            title: formatTitle(turn),
            calls: turn.calls.map(describeCall),
          })),
        }
      : null;
  const calls = item.calls.map(describeCall);
  return { ...item, title: formatTitle(item), by, thought, detail: formatDetail(item), calls, reflection, compaction };
}

export function formatTitle({ frame, job, question, part, hasRecovered }: TimelineItem): string {
  switch (frame.kind) {
    case 'plan':
      if (question?.frame.form === 'turn') return t.agents.said;
      return frame.decision === 'respond' ? t.stepNames.answer[job] : t.decisions[frame.decision];
    case 'model.call':
      return formatAttempt(formatPurpose(frame.purpose, job), frame.attempt);
    case 'model.reply':
      return hasRecovered ? t.backAgain : formatFailedPart(part);
    case 'control':
      return formatControl(frame);
    case 'reflection':
      return t.stepNames.reflected;
    case 'compaction':
      return t.stepNames.compacted;
    case 'grade':
      return t.stepNames.grade;
    case 'wait':
      return t.stepNames.waited;
    case 'error':
      return t.stepNames.failed;
    default:
      return t.decisions.call;
  }
}

function formatDetail({ frame, reply, hasRecovered }: TimelineItem): string {
  const ofReply = reply?.failure?.message ?? (hasRecovered ? t.backAgain : '');
  switch (frame.kind) {
    case 'plan':
      return frame.problem ?? ofReply;
    case 'model.reply':
      return hasRecovered ? '' : ofReply;
    case 'grade':
      return formatGrades(frame);
    case 'wait':
      return frame.message;
    case 'error':
      return frame.error.message;
    case 'control':
      if (frame.control === 'retry') return frame.config.models.main.label;
      if (frame.control === 'follow') return frame.request.goal;
      if (frame.control === 'switch') return `${frame.note} ${frame.reason}`.trim();
      return frame.control === 'cancel' || frame.control === 'restore' ? '' : frame.note;
    default:
      return ofReply;
  }
}

export function formatPurpose(purpose: ModelCallFrame['purpose'], job: JobName): string {
  const { decide, note, look, grade, rewrite, answer } = t.stepNames;
  return { ...t.optionalCalls, decide, part: note, look, grade, rewrite, answer: answer[job] }[purpose];
}

const formatAttempt = (title: string, attempt: number): string =>
  attempt > 1 ? `${title} (${t.stepNames.attempt(attempt)})` : title;

function formatFailedPart(part: ModelCallFrame | null): string {
  const { partFailed, lookFailed: look, gradeFailed: grade, rewriteFailed: rewrite } = t.stepNames;
  const names: Partial<Record<ModelCallFrame['purpose'], string>> = { look, grade, rewrite };
  return names[part?.purpose ?? 'part'] ?? partFailed;
}

function formatControl({ control, correlationId }: AgentControlFrame): string {
  const { cancelled, resumed, retried, followed, limit, shorter: shorten, switched, restored } = t.stepNames;
  const cancel = correlationId === null ? cancelled : t.agents.takenBack;
  const names = {
    ...{ cancel, resume: resumed, retry: retried, follow: followed, limit, shorten, switch: switched },
    restore: restored,
  };
  return control in names ? names[control as keyof typeof names] : '';
}

function formatGrades({ grades }: GradeFrame): string {
  const relevant = grades.filter(({ relevance }) => relevance === 'relevant').length;
  const by = (['model', 'rule', 'nobody', 'person'] as const).find((who) => grades.some((grade) => grade.by === who));
  const counted = by === 'nobody' ? t.web.sums.results(grades.length) : t.web.graded(relevant, grades.length);
  return by === undefined ? counted : `${counted}, ${t.web.gradedBy[by]}`;
}

function describeCall(call: CallItem): TraceCall {
  return {
    ...call,
    results: call.results.map(describeResult),
    parts: call.parts.map(describePart),
    userDecision: formatVerdict(call.verdict),
  };
}

function describeResult(frame: CallItem['results'][number]): TraceResult {
  if (frame.kind === 'grade') return { message: formatGrades(frame), isError: false, artifacts: [] };
  const { isError, error, message, objects } = frame;
  return { message: isError ? (error?.message ?? message) : message, isError, artifacts: objects };
}

function describePart(part: PartItem): TracePart {
  const { part: place, purpose, attempt } = part.call;
  const title = place === null ? formatPurpose(purpose, 'summarise') : t.stepNames.part(place.index, place.of);
  return { ...part, title: formatAttempt(title, attempt) };
}

function formatVerdict(verdict: CallItem['verdict']): string {
  if (verdict === null) return '';
  if (verdict.control === 'outcome') return verdict.happened ? t.happened : t.unhappened;
  return verdict.control === 'approve' ? t.agreed : t.declined;
}
