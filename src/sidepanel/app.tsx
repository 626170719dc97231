import { useEffect, useRef, useState } from 'react';
import { ASK_FIELD } from './composer/ask-box.tsx';
import { Icon } from './parts/icons.tsx';
import { useModel, usePanel } from './panel-context.ts';
import type { PanelModel } from './panel-model.ts';
import { getStage } from './run/stage.ts';
import { t } from './strings/strings.ts';
import { isLive } from './run/run-model.ts';
import { StartView } from './run/start-view.tsx';
import { Dock, type DockUse } from './run/dock.tsx';
import { History } from './history/history-view.tsx';
import { PrivateBar } from './history/keeping.tsx';
import { UndoBar } from './history/undo-bar.tsx';
import { PictureIntake } from './pictures/picture-intake.tsx';
import { RunFoot } from './run/run-foot.tsx';
import { RunView } from './run/run-view.tsx';
import { formatAgentName } from './trace/active-agents.ts';
import { ErrorCard } from './run/error-card.tsx';
import { AgentEditor } from './agents/agent-editor.tsx';
import { AgentPage } from './agents/agent-page.tsx';
import { AgentsList } from './agents/agents-list.tsx';
import { Confirmation } from './parts/confirmation.tsx';
import { Placeholder } from './parts/fine-print.tsx';
import { Button, CloseButton, QuietButton } from './parts/button.tsx';

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
  const [asksToStop, setAsksToStop] = useState(false);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const foot = useRef<HTMLDivElement>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const closeQuestion = (): void => {
    setAsksToStop(false);
    newButton.current?.focus();
  };
  const leave = (): void => {
    setAsksToStop(false);
    panel.agents.leave(() => {
      panel.closeHistory();
      void panel.startNew().then(() => document.getElementById(ASK_FIELD)?.focus());
    });
  };
  const startNew = (): void => {
    if (isLive(panel.store.getState().run?.state.status)) setAsksToStop(true);
    else leave();
  };
  return (
    <div className="panel" data-stage={stage}>
      <header className="bar">
        <h1>
          <img src="/icons/48.png" alt="" width="22" height="22" />
          <span>{t.product}</span>
        </h1>
        <QuietButton aria-pressed={inAgents} onClick={inAgents ? panel.agents.close : panel.agents.open}>
          {t.agents.open}
        </QuietButton>
        <QuietButton
          aria-pressed={inHistory}
          onClick={() => {
            if (inHistory) panel.closeHistory();
            else panel.agents.leave(() => void panel.openHistory());
          }}
        >
          {t.history.open}
        </QuietButton>
        <QuietButton ref={newButton} aria-label={t.newConversation} title={t.newHint} onClick={startNew}>
          {t.newShort}
        </QuietButton>
        <QuietButton look="round" aria-label={t.settings} title={t.settings} onClick={host.openSettings}>
          <Icon name="settings" />
        </QuietButton>
      </header>
      <PrivateBar />
      <main>
        <Notices />
        {asksToStop && (
          <Confirmation question={t.newSure} yes={t.newStop} no={t.newStay} act={leave} close={closeQuestion} />
        )}
        {inAgents ? <Agents /> : inHistory ? <History /> : hasRun ? <RunView endOfAnswer={setEnd} /> : <StartView />}
      </main>
      <div className="foot" ref={foot}>
        {hasRun && <RunFoot end={end} foot={foot} />}
        <UndoBar />
        <Dock use={dockUse} />
      </div>
      <PictureIntake />
    </div>
  );
}

function getDockUse({ history, agentsPage, keeping }: PanelModel): DockUse {
  if (agentsPage !== null) return 'none';
  if (history === null) return 'whole';
  return history.open === null || keeping?.private === true ? 'none' : 'asking';
}

function Notices() {
  const { panel } = usePanel();
  const notices = useModel((model) => model.notices);
  return notices.map(({ code, message }) => (
    <div key={code} className="notice" role="note" data-code={code}>
      <p>
        <strong>{t.notices[code]}.</strong> {message}
      </p>
      <CloseButton aria-label={t.dismiss} onClick={() => panel.dismiss(code)} />
    </div>
  ));
}

function Agents() {
  const { panel } = usePanel();
  const page = useModel((model) => model.agentsPage);
  const { list, broken, error } = useModel((model) => model.agents);
  const title = useRef<HTMLHeadingElement>(null);
  const pageKey = page?.writing ? `write ${page.writing.of}` : (page?.open ?? '');
  useEffect(() => title.current?.focus(), [pageKey]);
  if (page === null) return null;
  const { open, writing } = page;
  const agent = list?.find(({ id }) => id === open) ?? null;
  const name = agent === null ? t.agents.title : formatAgentName(agent.name);
  return (
    <>
      <div className="row">
        <Button onClick={panel.agents.goBack}>{t.back}</Button>
        <h2 ref={title} tabIndex={-1} className="page-title" dir="auto">
          {writing === null ? name : writing.title}
        </h2>
      </div>
      {error !== null && <ErrorCard error={error} />}
      {writing !== null ? (
        <AgentEditor key={writing.of} writing={writing} />
      ) : list === null ? (
        error === null && <Placeholder />
      ) : open === null ? (
        <AgentsList list={list} broken={broken} />
      ) : agent === null ? (
        <p className="note">{t.agents.one.gone}</p>
      ) : (
        <AgentPage key={agent.id} agent={agent} />
      )}
    </>
  );
}
