/** The main button, one element in every stage. */
import type { KeyboardEvent, MouseEvent } from 'react';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../panel-model.ts';
import { hasLeftPage, getStage, type Stage } from './stage.ts';
import type { Panel } from '../store.ts';
import { useShortcut } from '../parts/use-shortcut.ts';
import { useLacksModel } from '../parts/connect-model.tsx';
import { t } from '../strings/strings.ts';

interface MainAction {
  readonly label: string;
  readonly run: (panel: Panel) => unknown;
  readonly tone: 'accent' | 'calm';
}

/** `lacksModel`: the error's card has the button that helps. */
function getMainAction(model: PanelModel, lacksModel: boolean): MainAction {
  const stage = getStage(model);
  const createSummariseAction = (label: string, tone: MainAction['tone']): MainAction => ({
    label,
    run: (panel) => panel.summarise(),
    tone,
  });
  switch (stage) {
    case 'running':
      return { label: t.stop, run: (panel) => panel.stop(), tone: 'calm' };
    case 'done':
    case 'stopped':
      if (hasLeftPage(model)) return createSummariseAction(t.summarise, 'accent');
      return createSummariseAction(model.run?.state.spec?.job === 'summarise' ? t.again : t.summarise, 'calm');
    case 'failed':
      return { label: t.retry, run: (panel) => panel.retry(), tone: lacksModel ? 'calm' : 'accent' };
    case 'error':
      return model.access.type === 'error' && model.access.error.code === 'page.no-access'
        ? { label: t.allow, run: (panel) => panel.allowAllSites(), tone: 'accent' }
        : { label: t.look, run: (panel) => panel.refreshAccess(), tone: 'calm' };
    case 'opening':
    case 'looking':
    case 'ready':
      return createSummariseAction(t.summarise, 'accent');
  }
}

export function MainButton({ stage }: { readonly stage: Stage }) {
  const { panel } = usePanel();
  const lacksModel = useLacksModel(useModel(({ run }) => run?.state.request.error ?? null));
  const label = useModel((model) => getMainAction(model, lacksModel).label);
  const tone = useModel((model) => getMainAction(model, lacksModel).tone);
  const shortcut = useShortcut('summarise');
  // The second half of a double click or a held key was meant for the previous button.
  const click = (event: MouseEvent): void => {
    if (event.detail < 2) void getMainAction(panel.store.getState(), lacksModel).run(panel);
  };
  const preventRepeat = (event: KeyboardEvent): void => {
    if (event.repeat) event.preventDefault();
  };
  const hint = label === t.summarise && stage === 'ready' && shortcut !== '';
  return (
    <button
      type="button"
      className={`button main ${tone}`}
      aria-keyshortcuts={stage === 'running' ? 'Escape' : undefined}
      onClick={click}
      onKeyDown={preventRepeat}
    >
      {label}
      {hint && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  );
}
