/** A call to approve, drawn from tool and arguments only, complete and escaped (SAFETY D7). */
import { useId, useState, useEffect, useLayoutEffect, useRef, type MouseEvent } from 'react';
import type { AskedCall, AskUserFrame } from '../../lib/agent/frames/control-frames.ts';
import { toLegibleText, escapeInvisible } from '../../lib/base/escape-invisible.ts';
import { usePanel } from '../panel-context.ts';
import { ExactText } from './exact-text.tsx';
import { parseAddress } from './format-args.ts';
import { useSeen } from './use-seen.ts';
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
  const [end, isSeen] = useSeen();
  const reply = (deliver: () => Promise<boolean>): void => {
    if (sent) return;
    setSent(true);
    void deliver().then((delivered) => setSent(delivered));
  };
  const renderButton = (label: string, deliver: () => Promise<boolean>, needsSight = true) => {
    const act = (): void => reply(deliver);
    const isUnseen = needsSight && !isSeen;
    const hint = isUnseen ? t.scrollToEnd : undefined;
    return <DeliberateButton place={place} busy={sent || isUnseen} hint={hint} act={act} label={label} />;
  };
  const isOutcome = ask.form === 'outcome';
  return (
    <div
      className="card asking"
      role="group"
      aria-labelledby={title}
      data-form={ask.form}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isOutcome) return;
        event.preventDefault(); // otherwise Escape would stop the run
        reply(() => panel.decline(ask));
      }}
    >
      <h2 id={title}>{isOutcome ? t.outcomeTitle : t.toolApprove(call.tool)}</h2>
      {isOutcome && <p>{t.toolTitle(call.tool)}:</p>}
      {agent !== '' && <p className="fine wanted-by">{t.agents.wants(agent)}</p>}
      <Subject call={call} />
      <span ref={end} />
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
            {renderButton(t.decline, () => panel.decline(ask), false)}
            {call.grant && renderButton(t.approveAlways(formatSite(call.grant.origin)), () => panel.approve(ask, true))}
          </>
        )}
      </div>
    </div>
  );
}

function Subject({ call: { tool, args, leaves } }: { readonly call: AskedCall }) {
  const proposal = tool === 'save_agent' ? parseProposal(args) : null;
  if (proposal !== null) return <AgentProposal proposal={proposal} />;
  const [only, ...others] = Object.entries(args);
  if (tool === 'open_link' && only !== undefined && others.length === 0 && isAddress(tool, only[1]))
    return <AddressView url={only[1]} />;
  const departure = leaves ? { [t.goesTo]: leaves.to.join(', '), [t.sends]: leaves.text } : {};
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

function AddressView({ url }: { readonly url: string }) {
  const { host, letters, opens } = parseAddress(url);
  return (
    <>
      {host === '' ? <p className="warn">{t.noAddress}</p> : <p className="host">{host}</p>}
      {letters !== '' && (
        <p className="fine">
          {t.inLetters} <bdi className="host">{letters}</bdi>
        </p>
      )}
      <ExactText text={url} label={t.address} />
      {opens !== '' && (
        <p className="fine">
          {t.opensAs} <ExactText text={opens} />
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
  readonly hint: string | undefined;
}

/** Ignored unless visible in its place for 400 ms, and on key repeat. */
function DeliberateButton({ label, act, place, busy, hint }: DeliberateProps) {
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
      title={hint}
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
