import type { PanelModel } from '../panel-model.ts';
import { t } from '../strings/shell.ts';
import { runPart } from '../lazy-parts.ts';
import { getStage, isStarting } from './stage.ts';

/** Changes with the phase, not with every token. */
export function formatStatus(model: PanelModel): string {
  const stage = getStage(model);
  switch (stage) {
    case 'opening':
      return t.opening;
    case 'looking':
      return model.tab?.loading === true ? t.loading : t.looking;
    case 'running':
      if (model.pending === 'cancel') return t.stopping;
      return model.run !== null && !isStarting(model) ? runPart.get().formatRunActivity(model.run) : t.starting;
    case 'done':
    case 'stopped':
    case 'failed':
      return model.run === null ? '' : runPart.get().formatRunStatus(model.run);
    case 'ready':
    case 'error':
      return '';
  }
}
