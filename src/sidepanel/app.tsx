import { useEffect } from 'react';
import { Icon } from './parts/icons.tsx';
import { useModel, usePanel } from './panel-context.ts';
import type { PanelModel } from './reduce.ts';
import { getStage } from './run/stage.ts';
import { t } from './strings/strings.ts';
import { Agents } from './agents/agents-pages.tsx';
import { Before } from './run/start-view.tsx';
import { Dock, type DockUse } from './run/dock.tsx';
import { History } from './history/history-view.tsx';
import { PictureIntake } from './pictures/picture-intake.tsx';
import { RunView } from './run/run-view.tsx';

export function App() {
  const { panel, host } = usePanel();
  const hasRun = useModel((model) => model.run !== null && model.pending !== 'start');
  const stage = useModel(getStage);
  const inHistory = useModel((model) => model.history !== null);
  const inAgents = useModel((model) => model.agentsPage !== null);
  const dockUse = useModel(getDockUse);
  useEffect(() => {
    const stopOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      const { choosing, history, agentsPage } = panel.store.getState();
      if (choosing) void panel.pictures.cancelRegionChoice();
      else if (agentsPage !== null) panel.agents.goBack();
      else if (history === null) void panel.stop();
      else panel.goBack();
    };
    document.addEventListener('keydown', stopOnEscape);
    return () => document.removeEventListener('keydown', stopOnEscape);
  }, [panel]);
  return (
    <div className="panel" data-stage={stage}>
      <header className="bar">
        <h1>
          <img src="/icons/48.png" alt="" width="22" height="22" />
          <span>{t.product}</span>
        </h1>
        <button
          type="button"
          className="quiet"
          aria-pressed={inAgents}
          onClick={inAgents ? panel.agents.close : panel.agents.open}
        >
          {t.agents.open}
        </button>
        <button
          type="button"
          className="quiet"
          aria-pressed={inHistory}
          onClick={() => {
            if (inHistory) panel.closeHistory();
            else panel.agents.leave(() => void panel.openHistory());
          }}
        >
          {t.history.open}
        </button>
        <button
          type="button"
          className="quiet"
          aria-label={t.clear}
          title={t.clearHint}
          onClick={() => void panel.clear()}
        >
          {t.clearShort}
        </button>
        <button
          type="button"
          className="quiet round"
          aria-label={t.settings}
          title={t.settings}
          onClick={host.openSettings}
        >
          <Icon name="settings" />
        </button>
      </header>
      <main>
        <Notices />
        {inAgents ? <Agents /> : inHistory ? <History /> : hasRun ? <RunView /> : <Before />}
      </main>
      <Dock use={dockUse} />
      <PictureIntake />
    </div>
  );
}

function getDockUse({ history, agentsPage }: PanelModel): DockUse {
  if (agentsPage !== null) return 'none';
  if (history === null) return 'whole';
  return history.open === null ? 'none' : 'asking';
}

function Notices() {
  const { panel } = usePanel();
  const notices = useModel((model) => model.notices);
  return notices.map(({ code, message }) => (
    <div key={code} className="notice" role="note" data-code={code}>
      <p>
        <strong>{t.notices[code]}.</strong> {message}
      </p>
      <button type="button" className="quiet round" aria-label={t.dismiss} onClick={() => panel.dismiss(code)}>
        <Icon name="close" />
      </button>
    </div>
  ));
}
