/** What goes on. By itself, so that nothing else in the dock is rendered with each piece of an answer. */
import { formatPercent } from '../../lib/base/locale.ts';
import { StopButton } from '../composer/send-button.tsx';
import { useModel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';
import { isStarting, getStage } from './stage.ts';
import { runPart } from '../lazy-parts.ts';
import { formatStatus } from './status.ts';

interface DockStatusProps {
  /** Not beside an older run. */
  readonly isOfTab: boolean;
  /** Something is asked in place of the composer. */
  readonly isAsking: boolean;
  readonly isTalking: boolean;
}

export function DockStatus({ isOfTab, isAsking, isTalking }: DockStatusProps) {
  const isRunning = useModel((model) => (isOfTab || isStarting(model)) && getStage(model) === 'running');
  const status = useModel((model) => (isOfTab || isStarting(model) ? formatStatus(model) : ''));
  const run = useModel((model) => (isStarting(model) ? null : model.run));
  const shown = run === null ? null : { run, ...runPart.get() };
  const share = shown === null ? null : shown.getToolProgress(shown.run);
  return (
    <>
      <div className={isRunning ? 'row between status' : 'unseen'}>
        <p className="doing">
          <span role="status">{status}</span>
          {/* outside the announced line: running figures are only visual */}
          {isRunning && share !== null && <span className="share">{formatPercent(share)}</span>}
        </p>
        {isRunning && shown !== null && !isTalking && !isAsking && <shown.Pace run={shown.run} />}
        {run !== null && shown !== null && <shown.RunningCost key={run.runId} run={run} hidden={!isRunning} />}
        {isAsking && <StopButton />}
      </div>
      {isRunning && (shown === null || !shown.isWaitingForUser(shown.run.state)) && (
        <progress aria-label={t.progress} max={1} value={shown?.computeProgress(shown.run) ?? undefined} />
      )}
    </>
  );
}
