/** Puts a timeline into words. Pure. */
import type { JobName } from '../../lib/agent/frames/frames.ts';
import type { AgentControlFrame } from '../../lib/agent/frames/control-frames.ts';
import type { GradeFrame, ModelCallFrame } from '../../lib/agent/frames/model-frames.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import type { AskedItem, CallItem, PartItem, TimelineItem } from '../../lib/agent/log/timeline-item.ts';
import { t } from '../strings/strings.ts';

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
    case 'opinion':
      return t.stepNames.opinion;
    case 'wait':
      return t.stepNames.waited;
    case 'error':
      return t.stepNames.failed;
    default:
      return t.decisions.call;
  }
}

/** '' for less than a second, and if it is not known. */
export const formatTime = (ms: number | null): string => (ms === null || ms < 1000 ? '' : t.took(ms));

/** Why a decision was not executed, or the message of a pause or failure. */
export function formatDetail({ frame, reply, hasRecovered }: TimelineItem): string {
  const ofReply = reply?.failure?.message ?? (hasRecovered ? t.backAgain : '');
  switch (frame.kind) {
    case 'plan':
      return frame.problem ?? ofReply;
    case 'model.reply':
      return hasRecovered ? '' : ofReply;
    case 'grade':
      return formatGrades(frame);
    case 'opinion':
      return frame.by === null ? ofReply || t.noOpinion : t.opinion(isolateLine(frame.by), frame.doubts.length);
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
  const { decide, note, look, grade, rewrite, rank, translate, opinion, answer } = t.stepNames;
  const step = job === 'chat' ? answer.chat : decide; // it decides nothing else
  const named = { decide: step, part: note, look, grade, rewrite, rank, translate, opinion, answer: answer[job] };
  return { ...t.optionalCalls, ...named }[purpose];
}

const formatAttempt = (title: string, attempt: number): string =>
  attempt > 1 ? `${title} (${t.stepNames.attempt(attempt)})` : title;

function formatFailedPart(part: ModelCallFrame | null): string {
  const {
    partFailed,
    lookFailed: look,
    gradeFailed: grade,
    rewriteFailed: rewrite,
    rankFailed: rank,
    sampleFailed: sample,
  } = t.stepNames;
  const names: Partial<Record<ModelCallFrame['purpose'], string>> = { look, grade, rewrite, rank, sample };
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
  const by = (['model', 'rule', 'none', 'user'] as const).find((who) => grades.some((grade) => grade.by === who));
  const counted = by === 'none' ? t.web.sums.results(grades.length) : t.web.graded(relevant, grades.length);
  return by === undefined ? counted : `${counted}, ${t.web.gradedBy[by]}`;
}

export function formatResult(frame: CallItem['results'][number]): string {
  if (frame.kind === 'grade') return formatGrades(frame);
  return frame.isError ? (frame.error?.message ?? frame.message) : frame.message;
}

export function formatPart({ call: { part, purpose, attempt } }: PartItem): string {
  const title = part === null ? formatPurpose(purpose, 'summarise') : t.stepNames.part(part.index, part.of);
  return formatAttempt(title, attempt);
}

/** Without what was entered. */
export function formatAsked({ frame: { asked, text }, reply }: AskedItem): string {
  const words = t.serverAsked[asked?.kind ?? 'form'](asked?.host ?? '', isolateLine(text, MAX_ASKED));
  return reply === null ? words : `${words} ${reply === 'answer' ? t.youAnswered : t.declined}`;
}

const MAX_ASKED = 200;

/** '' if the user was not asked. */
export function formatVerdict({ verdict }: CallItem): string {
  if (verdict === null) return '';
  if (verdict.control === 'outcome') return verdict.happened ? t.happened : t.unhappened;
  return verdict.control === 'approve' ? t.agreed : t.declined;
}
