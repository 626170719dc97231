/** What goes with the question, and the one that waits. */
import type { ReactNode } from 'react';
import type { About } from '../../chrome/panel/panel-host.ts';
import type { AgentEntry } from '../../lib/protocol/requests/agents.ts';
import { isSamePage } from '../../lib/base/urls.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { CloseButton, QuietButton } from '../parts/button.tsx';
import { ForeignText } from '../parts/foreign-text.tsx';
import { t } from '../strings/shell.ts';
import { formatAgentName } from '../trace/agent-name.ts';
import type { Draft } from '../question/draft.ts';
import { focusAskField } from '../parts/message-field.tsx';
import { isBusy } from '../run/stage.ts';
import { focusSendButton } from './send-button.tsx';
import { formatTabTitle, type ChosenTabs } from '../question/chosen-tabs.ts';

interface ChipsProps {
  readonly draft: Draft;
  readonly tabs: ChosenTabs['chosen'];
  readonly dropTab: ChosenTabs['toggle'];
  readonly agent: AgentEntry | null;
  /** Not about the page, which could be read. */
  readonly isChat: boolean;
}

export function Chips({ draft: { queued, takeBack, go }, tabs, dropTab, agent, isChat }: ChipsProps) {
  if (queued === null && tabs.length === 0 && agent === null && !isChat) return null;
  const name = agent === null ? '' : formatAgentName(agent.name);
  return (
    <ul className="row gap-1 chips" aria-label={t.askBox.chosen}>
      {agent !== null && (
        <Chip text={t.agents.ask.to(name)} dropLabel={t.agents.ask.drop(name)} drop={() => go('default')} />
      )}
      {isChat && <Chip text={t.chat.chosen} dropLabel={t.chat.drop} drop={() => go('page')} />}
      {tabs.map((tab) => (
        <Chip
          key={tab.tabId}
          text={formatTabTitle(tab)}
          dropLabel={t.tabs.drop(formatTabTitle(tab))}
          drop={() => dropTab(tab)}
        />
      ))}
      {queued !== null && (
        <Chip
          text={t.askBox.next(queued.question.goal)}
          dropLabel={t.askBox.dropNext}
          drop={() => takeBack(queued.question)}
        />
      )}
    </ul>
  );
}

interface ChipProps {
  readonly children?: ReactNode;
  readonly text: string;
  readonly dropLabel: string;
  readonly drop: () => void;
}

export function Chip({ text, dropLabel, drop, children }: ChipProps) {
  return (
    <li className="row tight gap-1 soft small chip">
      <ForeignText text={text} />
      {children}
      <DropButton label={dropLabel} drop={drop} />
    </li>
  );
}

interface DropButtonProps {
  readonly label: string;
  readonly drop: () => void;
}

export function DropButton({ label, drop }: DropButtonProps) {
  return (
    <CloseButton
      aria-label={label}
      title={label}
      onClick={() => {
        focusAskField(); // the button goes
        drop();
      }}
    />
  );
}

interface ChipRunButtonProps {
  readonly title?: string;
  readonly run: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Starts a run about what the chip shows, which is no part of the question then. */
export function ChipRunButton({ title, run, children }: ChipRunButtonProps) {
  const closed = useModel(isBusy);
  return (
    <QuietButton
      look="edged"
      aria-disabled={closed}
      title={title}
      onClick={() => {
        if (closed) return;
        focusSendButton(); // the button goes
        void run();
      }}
    >
      {children}
    </QuietButton>
  );
}

/** The selection that the question is about, or that a press in the page would have searched for: that is said yes to here. */
export function AboutChip({ about, closed }: { readonly about: About; readonly closed: boolean }) {
  const { panel } = usePanel();
  const isElsewhere = useModel(({ tab }) => {
    const url = tab?.url ?? '';
    return url !== '' && about.url !== '' && !isSamePage(about.url, url);
  });
  const search = (): void => {
    if (closed) return;
    focusSendButton(); // the button goes
    void panel.searchAbout(about);
  };
  return (
    <>
      <ul className="row gap-1 chips" aria-label={t.about.label}>
        <Chip text={`“${about.preview}”`} dropLabel={t.about.drop} drop={panel.dropAbout}>
          {isElsewhere && <span className="fine clip">{t.about.from(about.title)}</span>}
        </Chip>
      </ul>
      {about.isSearch && (
        <div className="row between soft choosing">
          <p role="status">{t.about.search}</p>
          <QuietButton aria-disabled={closed} onClick={search}>
            {t.about.searchNow}
          </QuietButton>
        </div>
      )}
    </>
  );
}
