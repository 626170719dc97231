/**
 * The dock: what is happening, and the one main button. The button is the same element in every stage, so that the
 * keyboard's focus stays on it while its meaning changes.
 */
import { useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { callUnderWay, openCalls } from '../../lib/agent/state.ts';
import { Afresh } from '../parts/afresh.tsx';
import { AskBox, type Draft } from '../parts/ask-box.tsx';
import { Since, Until } from '../parts/clock.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { ReplyBox, TakeBack, TalkBar } from '../parts/talk-dock.tsx';
import { TroubleCard, troubleTitle } from '../parts/trouble-card.tsx';
import { atHand } from '../at-work.ts';
import { useModel, usePanel } from '../panel-context.ts';
import type { PanelModel } from '../reduce.ts';
import { answerText, copiedText, type RunModel } from '../run.ts';
import {
  hasMovedOn,
  isAsking,
  isBeginning,
  progressOf,
  shareOf,
  silentSince,
  stageOf,
  statusOf,
  type Stage,
} from '../stage.ts';
import type { Panel } from '../store.ts';
import { talkAtHand } from '../talk.ts';
import { t } from '../strings.ts';

/** What of the dock a view has use for: all of it, the field to ask on, nothing. */
export type DockUse = 'whole' | 'asking' | 'none';

export function Dock({ use }: { readonly use: DockUse }) {
  const stage = useModel((model) => (use === 'whole' || isBeginning(model) ? stageOf(model) : 'ready'));
  // beside an older run, how the tab's own stands is of no account
  const status = useModel((model) => (use === 'whole' || isBeginning(model) ? statusOf(model) : ''));
  const run = useModel((model) => (isBeginning(model) ? null : model.run));
  const refusal = useModel((model) => model.refusal);
  const field = useModel((model) => `${String(model.tab?.tabId ?? -1)} ${model.history?.open?.runId ?? ''}`);
  // the text of a picture is copied where it is corrected
  const text = run === null || run.state.spec?.job === 'screenshot' ? '' : answerText(run);
  const share = run === null ? null : shareOf(run);
  const drafts = useDrafts();
  const talk = use === 'whole' && run !== null ? talkAtHand(run.state) : null;
  const replies = drafts.of(`${field} ${talk?.spec?.sub?.correlationId ?? ''}`);
  return (
    <footer className="dock" aria-label={t.controls} hidden={use === 'none'}>
      {refusal !== null && <TroubleCard title={troubleTitle(refusal)} trouble={refusal} />}
      <div className="status">
        <p className="doing">
          <span role="status">{status}</span>
          {/* beside the line that is announced: figures that run are for the eye */}
          {stage === 'running' && share !== null && <span className="share">{t.pictures.share(share)}</span>}
        </p>
        {stage === 'running' && run !== null && talk === null && <Pace run={run} />}
        {use === 'whole' && <Afresh />}
      </div>
      {stage === 'running' && (run === null || !isAsking(run)) && (
        <Progress value={run === null ? null : progressOf(run)} />
      )}
      {talk !== null && <TalkBar state={talk} />}
      {use === 'whole' && (
        <div className="row">
          {talk !== null && run !== null && <TakeBack key={talk.startedAt} state={talk} runId={run.runId} />}
          <MainButton stage={stage} />
          {run !== null && stage !== 'running' && text !== '' && (
            <CopyButton text={copiedText(run)} accent={stage === 'done'} />
          )}
        </div>
      )}
      {talk === null ? (
        <AskBox key={field} draft={drafts.of(field)} />
      ) : (
        <ReplyBox state={talk} text={replies.text} write={replies.write} />
      )}
    </footer>
  );
}

type Written = Pick<Draft, 'text' | 'where' | 'agent'>;
const NOTHING: Written = { text: '', where: 'page', agent: '' };

/** What is typed and not sent, and where it is to go, by tab and conversation: whoever looks elsewhere finds it again. */
function useDrafts(): { readonly of: (field: string) => Draft } {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Written>>(new Map());
  const change = (field: string, changed: (now: Written) => Written): void =>
    setDrafts((now) => {
      const others = new Map(now);
      others.delete(field);
      const written = changed(now.get(field) ?? NOTHING);
      const isNothing = written.text === '' && written.where === NOTHING.where;
      return isNothing ? others : others.set(field, written);
    });
  return {
    of: (field) => ({
      ...(drafts.get(field) ?? NOTHING),
      write: (words) => change(field, (now) => ({ ...now, text: words(now.text) })),
      go: (where) => change(field, (now) => ({ ...now, where })),
      choose: (agent) => change(field, (now) => ({ ...now, agent })),
    }),
  };
}

/** Step, tool and the seconds that pass while nothing shows yet. */
function Pace({ run }: { readonly run: RunModel }) {
  const { state } = atHand(run);
  // a person who tries again is granted as many steps anew
  const step = (callUnderWay(state)?.step ?? state.step) - state.stepsFrom;
  const tools = openCalls(state).map(({ tool }) => tool);
  const since = silentSince(run);
  return (
    <p className="fine pace">
      {state.spec !== null && step > 0 && <span>{t.step(step, state.spec.limits.maxSteps)}</span>}
      {tools.length > 0 && <code>{tools.join(', ')}</code>}
      {state.wait !== null && state.wait.reason !== 'person' && (
        <Until key={state.wait.until} at={state.wait.until} words={t.tryingIn} then={t.tryingNow} />
      )}
      {since !== null && <Since key={since} at={since} words={t.elapsed} />}
    </p>
  );
}

function Progress({ value }: { readonly value: number | null }) {
  return <progress aria-label={t.progress} max={1} {...(value === null ? {} : { value })} />;
}

interface Action {
  readonly label: string;
  readonly run: (panel: Panel) => unknown;
  readonly tone: 'accent' | 'calm';
}

function actionOf(model: PanelModel): Action {
  const stage = stageOf(model);
  const summarise = (label: string, tone: Action['tone']): Action => ({
    label,
    run: (panel) => panel.summarise(),
    tone,
  });
  switch (stage) {
    case 'running':
      return { label: t.stop, run: (panel) => panel.stop(), tone: 'calm' };
    case 'done':
    case 'stopped':
      if (hasMovedOn(model)) return summarise(t.summarise, 'accent');
      return summarise(model.run?.state.spec?.job === 'summarise' ? t.again : t.summarise, 'calm');
    case 'failed':
      return { label: t.retry, run: (panel) => panel.retry(), tone: 'accent' };
    case 'trouble':
      return model.access.type === 'trouble' && model.access.trouble.code === 'page.no-access'
        ? { label: t.allow, run: (panel) => panel.allowAllSites(), tone: 'accent' }
        : { label: t.look, run: (panel) => panel.lookAgain(), tone: 'calm' };
    case 'opening':
    case 'looking':
    case 'ready':
      return summarise(t.summarise, 'accent');
  }
}

function MainButton({ stage }: { readonly stage: Stage }) {
  const { panel } = usePanel();
  const label = useModel((model) => actionOf(model).label);
  const tone = useModel((model) => actionOf(model).tone);
  const shortcut = useSummariseShortcut();
  // The second half of a double click, or a key held down, is meant for the button that was there before.
  const click = (event: MouseEvent): void => {
    if (event.detail < 2) void actionOf(panel.store.getState()).run(panel);
  };
  const hold = (event: KeyboardEvent): void => {
    if (event.repeat) event.preventDefault();
  };
  const hint = label === t.summarise && stage === 'ready' && shortcut !== '';
  return (
    <button
      type="button"
      className={`button main ${tone}`}
      aria-keyshortcuts={stage === 'running' ? 'Escape' : undefined}
      onClick={click}
      onKeyDown={hold}
    >
      {label}
      {hint && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  );
}

function useSummariseShortcut(): string {
  const { host } = usePanel();
  const [shortcut, setShortcut] = useState('');
  useEffect(() => {
    let current = true;
    host.shortcuts().then(
      ({ summarise }) => {
        if (current) setShortcut(summarise);
      },
      () => undefined, // no hint, then
    );
    return () => {
      current = false;
    };
  }, [host]);
  return shortcut;
}
