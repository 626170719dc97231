import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { focusAskField } from './parts/message-field.tsx';
import { Header } from './header.tsx';
import { useModel, usePanel } from './panel-context.ts';
import type { PanelModel } from './panel-model.ts';
import { getStage, isFolded, isLive } from './run/stage.ts';
import { t } from './strings/shell.ts';
import { StartView } from './start/start-view.tsx';
import { Dock, type DockUse } from './run/dock.tsx';
import { UndoBar } from './history/undo-bar.tsx';
import { PictureIntake } from './pictures/picture-intake.tsx';
import { Confirmation } from '../ui/confirmation.tsx';
import { Placeholder } from './parts/fine-print.tsx';
import { QuietButton } from './parts/button.tsx';
import { Lazy } from './parts/lazy.tsx';
import { Notices } from './parts/notices.tsx';
import { agentsPart, aloudPart, historyPart, runPart } from './lazy-parts.ts';

export function App() {
  const { panel } = usePanel();
  const hasRun = useModel((model) => model.run !== null && !isFolded(model));
  const stage = useModel(getStage);
  const isListOpen = useModel(({ history }) => history?.open === null);
  const inHistory = useModel(({ history }) => Boolean(history?.open));
  const inAgents = useModel((model) => model.agentsPage !== null);
  const isAway = useModel(({ origin, tab }) => origin !== null && origin.to === tab?.tabId);
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
  /** The run whose end is asked about; '' for none. */
  const [toStop, setToStop] = useState('');
  const liveRun = useModel(({ run }) => (isLive(run?.state.status) ? run?.runId : undefined));
  if (toStop !== '' && toStop !== liveRun) setToStop(''); // a later request of that run is not asked about
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const foot = useRef<HTMLDivElement>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const closeQuestion = (): void => {
    setToStop('');
    newButton.current?.focus();
  };
  const leave = (): void => {
    setToStop('');
    const { runId } = panel.store.getState().run ?? {};
    panel.agents.leave(() => {
      panel.closeHistory();
      void panel.startNew(runId).then(focusAskField);
    });
  };
  const startNew = (): void => {
    if (liveRun === undefined) leave();
    else setToStop(liveRun);
  };
  return (
    <div className="panel" data-stage={stage}>
      <Header newButton={newButton} startNew={startNew} />
      <PrivateBar />
      <main>
        <Notices urgent={false} />
        {isAway && !inAgents && !inHistory && <Lazy part={runPart}>{({ OriginBand }) => <OriginBand />}</Lazy>}
        {inAgents ? (
          <Lazy part={agentsPart} fallback={<Placeholder />}>
            {({ Agents }) => <Agents />}
          </Lazy>
        ) : inHistory ? (
          <Lazy part={historyPart} fallback={<Placeholder />}>
            {({ ArchivedRun }) => <ArchivedRun />}
          </Lazy>
        ) : hasRun ? (
          <Lazy part={runPart}>{({ RunView }) => <RunView endOfAnswer={setEnd} />}</Lazy>
        ) : (
          <StartView />
        )}
        {isListOpen && <Lazy part={historyPart}>{({ HistoryDrawer }) => <HistoryDrawer />}</Lazy>}
      </main>
      <div className="foot" ref={foot}>
        {/* in sight wherever one reads */}
        {toStop !== '' && (
          <Confirmation question={t.newSure} yes={t.newStop} no={t.newStay} act={leave} close={closeQuestion} />
        )}
        {hasRun && <Lazy part={runPart}>{({ RunFoot }) => <RunFoot end={end} foot={foot} />}</Lazy>}
        {!isListOpen && <UndoBar />}
        <ReadingAloud />
        <Notices urgent />
        <Dock use={dockUse} />
      </div>
      <PictureIntake />
    </div>
  );
}

function getDockUse({ history, agentsPage, keeping }: PanelModel): DockUse {
  if (agentsPage !== null) return 'none';
  if (!history?.open) return 'whole';
  return keeping?.private === true ? 'none' : 'asking';
}

/** Nothing before it was asked for. */
function ReadingAloud() {
  const { module } = useStore(aloudPart.store);
  return module !== null && <module.ReadingBand />;
}

/** Says at the top of the panel that conversations are not kept. */
function PrivateBar() {
  const { panel } = usePanel();
  const isPrivate = useModel((model) => model.keeping?.private ?? false);
  return (
    <div className={isPrivate ? 'row between sunken band private' : 'unseen'}>
      <p role="status">{isPrivate && t.history.privateOn}</p>
      {isPrivate && <QuietButton onClick={() => panel.setPrivate(false)}>{t.history.turnOff}</QuietButton>}
    </div>
  );
}
