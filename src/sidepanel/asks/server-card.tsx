/** What a server of tools asks while it runs a call: its host, its words, and a yes or no. Nothing leaves without a press. */
import type { ReactNode } from 'react';
import type { AskedByServer, AskUserFrame } from '../../lib/agent/frames/control-frames.ts';
import { usePanel } from '../panel-context.ts';
import { FORM_TEXTS as t } from '../strings/forms.ts';
import { AskCard } from './ask-card.tsx';
import { DeliberateButton } from './deliberate-button.tsx';
import { parseAddress } from './format-args.ts';
import { HostView } from './host-view.tsx';
import { useReply } from './use-reply.ts';
import { useSeen } from './use-seen.ts';
import { t as panelTexts } from '../strings/strings.ts';

export interface ServerAskProps {
  readonly ask: AskUserFrame;
  readonly asked: AskedByServer;
  /** '' for the main agent. */
  readonly agent: string;
  /** How many are asked after this one. */
  readonly later: number;
}

interface ServerCardProps extends ServerAskProps {
  readonly title: string;
  readonly accept: string;
  readonly decline: string;
  readonly warning: string;
  /** Returns what to answer with; null if it cannot be sent yet. */
  readonly answer: () => string | null;
  readonly children: ReactNode;
}

export function ServerCard({ ask, asked, agent, later, title, children, ...props }: ServerCardProps) {
  const { panel } = usePanel();
  const [sent, reply] = useReply();
  const [end, isSeen] = useSeen();
  const accept = (): void => {
    const text = props.answer();
    if (text !== null) reply(() => panel.answer(ask, text));
  };
  const decline = (): void => reply(() => panel.decline(ask));
  return (
    <AskCard
      form={ask.form}
      title={title}
      later={later}
      onEscape={decline}
      buttons={
        <>
          {!isSeen && <p className="fine">{panelTexts.scrollToEnd}</p>}
          <div className="row">
            <DeliberateButton look="button accent" busy={sent || !isSeen} label={props.accept} act={accept} />
            <DeliberateButton busy={sent} label={props.decline} act={decline} />
          </div>
        </>
      }
    >
      {agent !== '' && <p className="fine wanted-by">{panelTexts.agents.wants(agent)}</p>}
      <HostView shown={asked.host} letters={parseAddress(`https://${asked.host}`).letters} />
      <p className="fine">{t.itsWords}</p>
      {children}
      <p className="fine">{props.warning}</p>
      <span ref={end} />
    </AskCard>
  );
}
