/**
 * A call that a person has to agree to, or to say the outcome of. The one rule: what is judged is drawn from tool and
 * arguments alone, whole and with nothing hidden; what the model says about it stands apart and is called that (SAFETY D7).
 */
import { useId, useState } from 'react';
import type { AskedCall, AskUserFrame } from '../../lib/agent/frames.ts';
import { legible } from '../../lib/base/visible.ts';
import { usePanel } from '../panel-context.ts';
import { proposalIn } from '../proposal.ts';
import { addressOf, wholeArgs } from '../readable.ts';
import { t } from '../strings.ts';
import { AgentProposal } from './agent-proposal.tsx';
import { AlwaysButton } from './always-button.tsx';
import { Deliberate } from './deliberate.tsx';

interface ApprovalCardProps {
  readonly ask: AskUserFrame;
  readonly call: AskedCall;
  /** The agent whose call it is; '' for the main one. */
  readonly by: string;
  /** Changes whenever the card comes to stand elsewhere: a click meant for what was there before is no answer. */
  readonly place: string;
}

export function ApprovalCard({ ask, call, by, place }: ApprovalCardProps) {
  const { panel } = usePanel();
  const [sent, setSent] = useState(false);
  const title = useId();
  const say = (deliver: () => Promise<boolean>) => (): void => {
    if (sent) return;
    setSent(true);
    void deliver().then((delivered) => setSent(delivered));
  };
  const isOutcome = ask.form === 'outcome';
  return (
    <div className="card asking" role="group" aria-labelledby={title} data-form={ask.form}>
      <h2 id={title}>{isOutcome ? t.outcomeTitle : t.toolApprove(call.tool)}</h2>
      {isOutcome && <p>{t.toolTitle(call.tool)}:</p>}
      {by !== '' && <p className="fine wanted-by">{t.agents.wants(by)}</p>}
      <Subject call={call} />
      {isOutcome && <p className="fine">{t.outcomeHelp}</p>}
      {call.reasoning !== '' && !isOutcome && (
        <p className="fine reason" dir="auto">
          {t.theReason}: {legible(call.reasoning)}
        </p>
      )}
      <div className="row">
        {isOutcome ? (
          <>
            <Deliberate place={place} busy={sent} act={say(() => panel.outcome(ask, true))} label={t.itHappened} />
            <Deliberate place={place} busy={sent} act={say(() => panel.outcome(ask, false))} label={t.itDidNot} />
          </>
        ) : (
          <>
            <Deliberate place={place} busy={sent} act={say(() => panel.approve(ask))} label={t.toolYes(call.tool)} />
            <Deliberate place={place} busy={sent} act={say(() => panel.decline(ask))} label={t.decline} />
            <AlwaysButton call={call} place={place} busy={sent} act={say(() => panel.approve(ask, true))} />
          </>
        )}
      </div>
    </div>
  );
}

/** What the call is about: an address with its host, or every argument by its name. */
function Subject({ call: { tool, args } }: { readonly call: AskedCall }) {
  const url = args['url'];
  if (tool === 'open_link' && typeof url === 'string' && Object.keys(args).length === 1)
    return <AddressShown url={url} />;
  const proposal = tool === 'save_agent' ? proposalIn(args) : null;
  if (proposal !== null) return <AgentProposal proposal={proposal} />;
  const all = wholeArgs(args);
  if (all.length === 0) return <p className="fine">{t.noArguments}</p>;
  return (
    <dl className="facts">
      {all.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code className="exact">{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AddressShown({ url }: { readonly url: string }) {
  const { written, host, opens } = addressOf(url);
  return (
    <>
      {host === '' ? <p className="warn">{t.noAddress}</p> : <p className="host">{host}</p>}
      <code className="exact" aria-label={t.address}>
        {written}
      </code>
      {opens !== '' && (
        <p className="fine">
          {t.opensAs} <code className="exact">{opens}</code>
        </p>
      )}
    </>
  );
}
