import { CostBadge } from '../receipt/cost-badge.tsx';
import { listRequests } from './requests.ts';
import type { RunModel } from './run-model.ts';

interface RunningCostProps {
  readonly run: RunModel;
  /** An open receipt stays. */
  readonly hidden: boolean;
}

/** What the present request has taken so far. */
export function RunningCost({ run, hidden }: RunningCostProps) {
  return <CostBadge run={run} cost={listRequests(run).at(-1)} isBrief hidden={hidden} />;
}
