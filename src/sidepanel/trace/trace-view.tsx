/** The steps of a run. Everything hidden from the model stays visible to the user. */
import { memo, useMemo, type ReactNode } from 'react';
import { SKIPPED } from '../../lib/agent/frames/control-frames.ts';
import type { Frame } from '../../lib/agent/frames/frames.ts';
import type { ReflectionFrame } from '../../lib/agent/frames/model-frames.ts';
import { countNeededSteps, createLogFromFrames } from '../../lib/agent/log/trajectory-log.ts';
import type { Timeline } from '../../lib/agent/log/timeline.ts';
import type { TimelineItem } from '../../lib/agent/log/timeline-item.ts';
import { findSubAgent } from '../../lib/agent/state/sub-agents.ts';
import type { AgentState } from '../../lib/agent/state/agent-state.ts';
import { isOptional } from '../../lib/agent/state/request-state.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { useModel } from '../panel-context.ts';
import { FinePrint } from '../parts/fine-print.tsx';
import { formatCompactArgs } from '../asks/format-args.ts';
import { getThought } from '../run/run-model.ts';
import { t } from '../strings/strings.ts';
import { getCallTitle } from './active-agents.ts';
import { AgentWork, createWork, useWork, WorkContext } from './agent-work.tsx';
import { Call, StateLabel } from './trace-call.tsx';
import { formatDetail, formatTime, formatTitle } from './trace.ts';
import { Compaction, type Unhide } from './compaction-view.tsx';

/** Between two steps, the last one. */
const findCurrentStep = (items: readonly TimelineItem[]): TimelineItem | undefined =>
  items.findLast(({ state }) => state === 'running') ?? items.at(-1);

interface TraceOfRun {
  readonly timeline: Timeline;
  readonly restore: Unhide;
}

/** The efficiency of a run that is over (R5.6). */
export function Efficiency({ frames }: { readonly frames: readonly Frame[] }) {
  const log = useMemo(() => createLogFromFrames(frames), [frames]);
  const total = log.metrics.totalSteps;
  return total === 0 ? null : <p className="fine">{t.efficiency(countNeededSteps(log), total)}</p>;
}

/** Whether the current step says more than the line above the field, which names what is done. */
export function isStepTelling(timeline: Timeline): boolean {
  const item = findCurrentStep(timeline.getAgent(null).listItems());
  if (item?.frame.kind !== 'model.call') return item !== undefined;
  return isOptional(item.frame);
}

export function CurrentStep({ timeline, restore }: TraceOfRun) {
  const item = useMemo(() => findCurrentStep(timeline.getAgent(null).listItems()), [timeline]);
  const work = useMemo(() => createWork(timeline), [timeline]);
  if (item === undefined) return null;
  return (
    <WorkContext value={work}>
      <ol className="steps small now" aria-label={t.now}>
        <Step item={item} restore={restore} />
      </ol>
    </WorkContext>
  );
}

/** Items by request. What a user asked is shown above its answer instead. */
export const useItemsByRequest = (timeline: Timeline | undefined): ReturnType<typeof listItemsByRequest> =>
  useMemo(() => (timeline === undefined ? [] : listItemsByRequest(timeline)), [timeline]);

function listItemsByRequest(timeline: Timeline): readonly (readonly TimelineItem[])[] {
  const lists: TimelineItem[][] = [[]];
  for (const item of timeline.getAgent(null).listItems()) {
    if (item.frame.kind === 'control' && item.frame.control === 'follow') lists.push([]);
    else lists.at(-1)?.push(item);
  }
  return lists;
}

interface TraceProps extends TraceOfRun {
  readonly items: readonly TimelineItem[] | undefined;
  /** Undefined while it is under way. */
  readonly ms: number | undefined;
  readonly omitsCurrent?: boolean;
  /** The model's thoughts are known while it has them. */
  readonly isThinking?: boolean;
  readonly children?: ReactNode;
}

/** One line on what was done for an answer, which opens into its steps. */
export const Trace = memo(function Trace(props: TraceProps) {
  const { timeline, items = [], ms, omitsCurrent = false, isThinking = false, restore, children } = props;
  const work = useMemo(() => createWork(timeline), [timeline]);
  const current = omitsCurrent ? findCurrentStep(items) : undefined;
  const visibleItems = items.filter((item) => item !== current);
  if (visibleItems.length === 0 && !isThinking) return null;
  return (
    <WorkContext value={work}>
      <details className="steps small">
        <summary>{t.worked(ms, [...countDeeds(visibleItems, work.state)])}</summary>
        <ol>
          {visibleItems.map((item) => (
            <Step key={item.id} item={item} restore={restore} />
          ))}
          {isThinking && <Thoughts />}
        </ol>
        {children}
      </details>
    </WorkContext>
  );
}, isSameTrace);

/** An answer that is over keeps its steps while more frames come, but for a compaction. */
function isSameTrace(before: TraceProps, now: TraceProps): boolean {
  if (before.timeline !== now.timeline && now.ms === undefined) return false;
  const parts = ({ items = [], ms, omitsCurrent, isThinking, restore, children }: TraceProps): readonly unknown[] => [
    ...[ms, omitsCurrent, isThinking, restore, children],
    ...items,
  ];
  const [old, fresh] = [parts(before), parts(now)];
  return old.length === fresh.length && old.every((part, index) => part === fresh[index]);
}

/** Counts the calls that were carried out, by name. */
function countDeeds(items: readonly TimelineItem[], state: AgentState): ReturnType<typeof countNames> {
  const done = items.flatMap(({ calls }) => calls.filter((call) => call.state === 'done'));
  return countNames(done.map((call) => t.toolDone(call.tool) ?? t.askedAgent(getCallTitle(call, state))));
}

function Step({ item, restore }: { readonly item: TimelineItem; readonly restore: Unhide }) {
  const work = useWork();
  const { frame, state, since, calls, question, observation, hidden } = item;
  // the reasons of rules are always the same, and no model's
  const thought = frame.kind === 'plan' && frame.by === 'model' ? frame.thought : '';
  const detail = formatDetail(item);
  const callCounts = countNames(calls.map((call) => getCallTitle(call, work.state)));
  const name =
    callCounts.size === 0
      ? formatTitle(item)
      : Array.from(callCounts, ([tool, times]) => t.times(tool, times)).join('; ');
  return (
    <li className="row" data-state={state}>
      <span className="step-name strong">{name}</span>
      <StateLabel state={state} />
      {since >= 1000 && <span className="step-time muted tiny">{t.since(since)}</span>}
      {thought !== '' && (
        <p className="muted thought" dir="auto">
          <span className="unseen">{t.because}: </span>
          {toLegibleText(thought)}
        </p>
      )}
      {detail !== '' && <p dir="auto">{toLegibleText(detail)}</p>}
      {calls.map((call) =>
        findSubAgent(work.state, call.key) === undefined ? (
          <Call key={call.key} call={call} named={callCounts.size > 1} />
        ) : (
          <AgentWork key={call.key} call={call} named={calls.length > 1}>
            {(items) => items.map((subItem) => <Step key={subItem.id} item={subItem} restore={null} />)}
          </AgentWork>
        ),
      )}
      {question !== null && (
        <p dir="auto">
          {t.asked}: {toLegibleText(question.frame.text)}
        </p>
      )}
      {typeof question?.answer === 'string' && (
        <p dir="auto">{question.answer === SKIPPED ? t.skipped : `${t.you}: ${toLegibleText(question.answer)}`}</p>
      )}
      {observation !== '' && (
        <p className="means" dir="auto">
          {t.means}: {toLegibleText(observation)}
        </p>
      )}
      {frame.kind === 'reflection' && <Reflection reflection={frame} />}
      {frame.kind === 'compaction' && hidden !== null && <Compaction frame={frame} hidden={hidden} restore={restore} />}
      <FinePrint facts={listFacts(item)} />
    </li>
  );
}

function listFacts({ checked, ms, usage }: TimelineItem): readonly string[] {
  return [
    checked === null ? '' : t.quotes.checked(checked),
    formatTime(ms),
    usage === null ? '' : t.spent(usage.input, usage.output),
  ];
}

function countNames(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function Reflection({ reflection }: { readonly reflection: ReflectionFrame }) {
  const { failedAction, errorType, analysis, suggestedFix, repeated } = reflection;
  const argsText = formatCompactArgs(failedAction.args);
  return (
    <>
      <p className="call">
        {t.toolTitle(failedAction.tool)} {argsText !== '' && <code>{argsText}</code>} <code>{errorType}</code>
      </p>
      <p dir="auto">
        {t.reflection.analysis}: {toLegibleText(analysis)}
      </p>
      <p className="means" dir="auto">
        {t.reflection.fix}: {toLegibleText(suggestedFix)}
      </p>
      {repeated && <p>{t.reflection.repeated}</p>}
    </>
  );
}

/** What the model thinks while it does: a step by itself, so that no other is rendered with each piece of it. */
function Thoughts() {
  const text = useModel(({ run }) => (run === null ? '' : getThought(run)));
  if (text === '') return null;
  return (
    <li className="row thoughts" data-state="running">
      <span className="step-name strong">{t.thinking}</span>
      <p className="said muted thought" dir="auto">
        {toLegibleText(text.trim())}
      </p>
    </li>
  );
}
