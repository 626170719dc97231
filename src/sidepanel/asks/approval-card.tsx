/** A call to approve, drawn from tool and arguments only, complete and escaped (SAFETY D7). */
import type { AskedCall } from '../../lib/agent/frames/control-frames.ts';
import { stringifyCanonical } from '../../lib/base/json.ts';
import { escapeInvisible, formatSite, toLegibleText } from '../../lib/base/escape-invisible.ts';
import { usePanel } from '../panel-context.ts';
import { AddressView, HostView } from './address-view.tsx';
import { AskCard, type OpenAsk } from './ask-card.tsx';
import { DeliberateButton } from './deliberate-button.tsx';
import { ExactText } from './exact-text.tsx';
import { parseAddress } from './format-args.ts';
import { useSeen, useReply } from './use-answering.ts';
import { t } from '../strings/strings.ts';
import { AgentProposal, parseProposal } from '../agents/agent-proposal.tsx';

interface ApprovalCardProps extends OpenAsk {
  readonly call: AskedCall;
}

export function ApprovalCard({ ask, call, agent, later }: ApprovalCardProps) {
  const { panel } = usePanel();
  const [sent, reply] = useReply();
  const [end, isSeen] = useSeen();
  const isOutcome = ask.form === 'outcome';
  const busy = sent || !isSeen; // nothing is agreed to whose end was out of sight
  const decline = (): void => reply(() => panel.decline(ask));
  const buttons = isOutcome ? (
    <div className="row">
      <DeliberateButton busy={busy} label={t.itHappened} act={() => reply(() => panel.reportOutcome(ask, true))} />
      <DeliberateButton busy={busy} label={t.itDidNot} act={() => reply(() => panel.reportOutcome(ask, false))} />
    </div>
  ) : (
    <>
      <div className="row">
        <DeliberateButton busy={busy} label={t.toolYes(call.tool)} act={() => reply(() => panel.approve(ask))} />
        <DeliberateButton busy={sent} label={t.decline} act={decline} />
      </div>
      {call.grant && (
        <DeliberateButton
          look="quiet"
          busy={busy}
          label={t.approveAlways}
          act={() => reply(() => panel.approve(ask, true))}
        />
      )}
    </>
  );
  return (
    <AskCard
      form={ask.form}
      title={isOutcome ? t.outcomeTitle : t.toolApprove(call.tool)}
      later={later}
      {...(isOutcome ? {} : { onEscape: decline })}
      buttons={
        <>
          {!isSeen && <p className="fine">{t.scrollToEnd}</p>}
          {buttons}
        </>
      }
    >
      {isOutcome && <p>{t.toolTitle(call.tool)}:</p>}
      {agent !== '' && <p className="fine wanted-by">{t.agents.wants(agent)}</p>}
      <Subject call={call} />
      {isOutcome && <p className="fine">{t.outcomeHelp}</p>}
      {call.reasoning !== '' && !isOutcome && (
        <p className="fine reason" dir="auto">
          {t.theReason}: {toLegibleText(call.reasoning)}
        </p>
      )}
      {call.grant && (
        <>
          <p className="fine">{t.thisSite}</p>
          <HostView shown={formatSite(call.grant.origin)} letters={parseAddress(call.grant.origin).letters} />
        </>
      )}
      <span ref={end} />
    </AskCard>
  );
}

function Subject({ call: { tool, args, leaves } }: { readonly call: AskedCall }) {
  const proposal = tool === 'save_agent' ? parseProposal(args) : null;
  if (proposal !== null) return <AgentProposal proposal={proposal} />;
  const [only, ...others] = Object.entries(args);
  if (tool === 'open_link' && only !== undefined && others.length === 0 && isAddress(tool, only[1]))
    return <AddressView url={only[1]} />;
  // a tool server gets the arguments, which are all shown below
  const sent = leaves && leaves.text !== stringifyCanonical(args) ? { [t.sends]: leaves.text } : {};
  const departure = leaves ? { [t.goesTo]: leaves.to.join(', '), ...sent } : {};
  const shownArgs = [...Object.entries(departure), ...Object.entries(args)];
  if (shownArgs.length === 0) return <p className="fine">{t.noArguments}</p>;
  return (
    <dl className="facts">
      {shownArgs.map(([name, value]) => (
        <div key={name}>
          <dt>{escapeInvisible(name)}</dt>
          <dd>
            {isAddress('', value) ? (
              <AddressView url={value} />
            ) : (
              <ExactText text={typeof value === 'string' ? value : JSON.stringify(value)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isAddress = (tool: string, value: unknown): value is string =>
  typeof value === 'string' && (tool === 'open_link' || parseAddress(value).host !== '');
