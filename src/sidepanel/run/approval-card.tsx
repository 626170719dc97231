/** A call to approve, drawn from tool and arguments only, complete and escaped (SAFETY D7). */
import { useId, useState, useEffect, useLayoutEffect, useRef, type MouseEvent } from 'react';
import type { AskedCall, AskUserFrame } from '../../lib/agent/frames/control-frames.ts';
import { toLegibleText, escapeInvisible } from '../../lib/base/escape-invisible.ts';
import { usePanel } from '../panel-context.ts';
import { parseAddress, listArgs } from './format-args.ts';
import { t } from '../strings/strings.ts';
import { AgentProposal, parseProposal } from '../agents/agent-proposal.tsx';

interface ApprovalCardProps {
  readonly ask: AskUserFrame;
  readonly call: AskedCall;
  /** '' for the main agent. */
  readonly agent: string;
  /** Changes when the card moves: a click meant for something else is ignored. */
  readonly place: string;
}

export function ApprovalCard({ ask, call, agent, place }: ApprovalCardProps) {
  const { panel } = usePanel();
  const [sent, setSent] = useState(false);
  const title = useId();
  const renderButton = (label: string, deliver: () => Promise<boolean>) => {
    const act = (): void => {
      if (sent) return;
      setSent(true);
      void deliver().then((delivered) => setSent(delivered));
    };
    return <DeliberateButton place={place} busy={sent} act={act} label={label} />;
  };
  const isOutcome = ask.form === 'outcome';
  return (
    <div className="card asking" role="group" aria-labelledby={title} data-form={ask.form}>
      <h2 id={title}>{isOutcome ? t.outcomeTitle : t.toolApprove(call.tool)}</h2>
      {isOutcome && <p>{t.toolTitle(call.tool)}:</p>}
      {agent !== '' && <p className="fine wanted-by">{t.agents.wants(agent)}</p>}
      <Subject call={call} />
      {isOutcome && <p className="fine">{t.outcomeHelp}</p>}
      {call.reasoning !== '' && !isOutcome && (
        <p className="fine reason" dir="auto">
          {t.theReason}: {toLegibleText(call.reasoning)}
        </p>
      )}
      <div className="row">
        {isOutcome ? (
          <>
            {renderButton(t.itHappened, () => panel.reportOutcome(ask, true))}
            {renderButton(t.itDidNot, () => panel.reportOutcome(ask, false))}
          </>
        ) : (
          <>
            {renderButton(t.toolYes(call.tool), () => panel.approve(ask))}
            {renderButton(t.decline, () => panel.decline(ask))}
            {call.grant && renderButton(t.approveAlways(formatSite(call.grant.origin)), () => panel.approve(ask, true))}
          </>
        )}
      </div>
    </div>
  );
}

function Subject({ call: { tool, args, leaves } }: { readonly call: AskedCall }) {
  const url = args['url'];
  if (tool === 'open_link' && typeof url === 'string' && Object.keys(args).length === 1)
    return <AddressView url={url} />;
  const proposal = tool === 'save_agent' ? parseProposal(args) : null;
  if (proposal !== null) return <AgentProposal proposal={proposal} />;
  const departure = leaves ? { [t.goesTo]: leaves.to.join(', '), [t.sends]: leaves.text } : {};
  const shownArgs = [...listArgs(departure), ...listArgs(args)];
  if (shownArgs.length === 0) return <p className="fine">{t.noArguments}</p>;
  return (
    <dl className="facts">
      {shownArgs.map(([name, value]) => (
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

function AddressView({ url }: { readonly url: string }) {
  const { written, host, opens } = parseAddress(url);
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

/** For an origin that is not HTTPS, the whole origin. */
const formatSite = (origin: string): string => escapeInvisible(origin.replace(/^https:\/\//, ''));

const MIN_VISIBLE_MS = 400;

interface DeliberateProps {
  readonly label: string;
  readonly act: () => void;
  /** Changes when the button moves. */
  readonly place: string;
  readonly busy: boolean;
}

/** Ignored unless visible in its place for 400 ms, and on key repeat. */
function DeliberateButton({ label, act, place, busy }: DeliberateProps) {
  const [ready, setReady] = useState('');
  const visibleSince = useRef(Infinity);
  useLayoutEffect(() => {
    const markVisible = (): void => {
      visibleSince.current = performance.now();
    };
    markVisible();
    document.addEventListener('visibilitychange', markVisible);
    return () => document.removeEventListener('visibilitychange', markVisible);
  }, [place]);
  // only the appearance; the event's time stamp decides
  useEffect(() => {
    const timer = setTimeout(() => setReady(place), MIN_VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [place]);
  const press = (event: MouseEvent): void => {
    if (busy || event.detail > 1 || event.nativeEvent.timeStamp - visibleSince.current < MIN_VISIBLE_MS) return;
    act();
  };
  return (
    <button
      type="button"
      className="button"
      aria-disabled={busy || ready !== place}
      onClick={press}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
    >
      {label}
    </button>
  );
}
