/** A run, from its first frame to its end: one layout for all of them, so that nothing jumps when it ends. */
import { legible } from '../../lib/base/visible.ts';
import type { Citation } from '../../lib/agent/frames.ts';
import { AnswerText } from '../parts/answer-text.tsx';
import { ChangeModel } from '../parts/change-model.tsx';
import { Placeholder } from '../parts/placeholder.tsx';
import { Receipt } from '../parts/receipt.tsx';
import { Export, Keep } from '../parts/run-actions.tsx';
import { Source } from '../parts/source.tsx';
import { Now, Trace } from '../parts/trace.tsx';
import { TakenOver } from '../parts/taken-over.tsx';
import { TroubleCard, troubleTitle } from '../parts/trouble-card.tsx';
import { Unavailable } from '../parts/unavailable.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { shownText, sourceOf, writtenTokens, type RunModel } from '../run.ts';
import { hasMovedOn, isAsking, mayGoOn, stageOf } from '../stage.ts';
import { t } from '../strings.ts';
import { AccessTrouble } from './access-trouble.tsx';
import { Asks } from './asks.tsx';

export function RunView() {
  const run = useModel((model) => model.run);
  const refusal = useModel((model) => model.refusal);
  const others = useModel((model) => model.others);
  const tab = useModel((model) => model.tab);
  const stage = useModel(stageOf);
  const { panel } = usePanel();
  if (run === null) return null;
  const { state } = run;
  const restore = mayGoOn(state.status) ? panel.restore : null;
  const live = stage === 'running';
  // beside what a person has to agree to stand no words of the model but those that are called so
  const showsNow = live && state.status !== 'waiting' && !isAsking(run) && shownText(run) === '';
  return (
    <>
      <RunHead run={run} tabUrl={tab?.url ?? ''} tabTitle={tab?.title ?? ''} />
      {state.resumes > 0 && live && <p className="note">{t.restarted}</p>}
      {state.recovered && live && <p className="note">{t.backAgain}</p>}
      {refusal !== null && <TroubleCard title={troubleTitle(refusal)} trouble={refusal} />}
      {stage === 'failed' && <Failure run={run} />}
      {live && <Unavailable state={state} />}
      <TakenOver state={state} />
      {showsNow && <Now frames={run.frames} restore={restore} />}
      <Answer run={run} growing={live} />
      <Asks />
      <Ending run={run} />
      <MovedOn />
      {!live && <Actions run={run} />}
      <Receipt state={state} frames={run.frames} others={others} written={writtenTokens(run)} />
      <Trace frames={run.frames} butPresent={showsNow} restore={restore} />
      {live && <Actions run={run} />}
    </>
  );
}

interface RunHeadProps {
  readonly run: RunModel;
  readonly tabUrl: string;
  readonly tabTitle: string;
}

/** The page it is about and, where a person asked, what they asked: their words as text. */
export function RunHead({ run, tabUrl, tabTitle }: RunHeadProps) {
  const source = sourceOf(run.state);
  const { spec } = run.state;
  return (
    <>
      {source === null ? (
        <Source title={tabTitle} url={tabUrl} words={0} tabUrl="" />
      ) : (
        <Source {...source} tabUrl={tabUrl} />
      )}
      {spec?.job === 'ask' && (
        <h2 className="asked" dir="auto">
          <span className="unseen">{t.question}: </span>
          {legible(spec.goal)}
        </h2>
      )}
    </>
  );
}

/** Of a text that nobody has checked: its marks stay words. */
const NONE: readonly Citation[] = [];

export function Answer({ run, growing }: { readonly run: RunModel; readonly growing: boolean }) {
  const text = shownText(run);
  const { spec, answer } = run.state;
  const language = spec?.job === 'ask' ? '' : (sourceOf(run.state)?.language ?? ''); // an answer follows the question's
  if (text === '') return growing && !isAsking(run) ? <Placeholder /> : null;
  return (
    <>
      {answer?.impossible === true && <p className="note">{t.impossibleNote}</p>}
      <AnswerText
        key={run.runId}
        text={text}
        citations={growing ? null : (answer?.citations ?? NONE)}
        state={run.state}
        label={t.summary[spec?.job ?? 'summarise']}
        language={language}
      />
    </>
  );
}

function Failure({ run }: { readonly run: RunModel }) {
  const { panel } = usePanel();
  const { trouble, spec } = run.state;
  if (trouble === null) return null;
  const title = t.troubles[trouble.code] ?? t.failedTitle[spec?.job ?? 'summarise'];
  return (
    <TroubleCard title={title} trouble={trouble}>
      <Unavailable state={run.state} />
      <ChangeModel trouble={trouble} />
      {trouble.code === 'page.no-access' && (
        <div className="row">
          <button type="button" className="button" onClick={() => void panel.allowAllSites()}>
            {t.allow}
          </button>
        </div>
      )}
    </TroubleCard>
  );
}

/** What a reader should know about a text that is not the whole answer. */
export function Ending({ run }: { readonly run: RunModel }) {
  const { status, answer } = run.state;
  const note = answer?.note ?? '';
  if (status === 'done') return note === '' ? null : <p className="note">{note}</p>;
  if (status !== 'cancelled' && status !== 'failed') return null;
  const none = run.state.objects.length > 0 ? `${t.noneYet} ${t.foundKept}` : t.noneYet;
  return <p className="note">{shownText(run) === '' ? none : t.kept}</p>;
}

function Actions({ run }: { readonly run: RunModel }) {
  const { panel } = usePanel();
  const kept = useModel((model) => model.kept);
  const stage = useModel(stageOf);
  const ready = useModel((model) => model.access.type === 'ready' && !hasMovedOn(model));
  const { spec } = run.state;
  const again = spec?.job === 'ask' && ready && (stage === 'done' || stage === 'stopped') ? spec.goal : null;
  return (
    <div className="row actions">
      {stage !== 'running' && <Keep runId={run.runId} kept={kept} />}
      <Export run={run} />
      {again !== null && (
        <button type="button" className="quiet edged" onClick={() => void panel.ask(again)}>
          {t.askAgain}
        </button>
      )}
    </div>
  );
}

/** The tab went elsewhere since: what can be done there. */
function MovedOn() {
  const moved = useModel(hasMovedOn);
  const access = useModel((model) => model.access);
  const { panel } = usePanel();
  const stage = useModel(stageOf);
  if (stage !== 'done' && stage !== 'stopped') return null;
  if (moved && access.type === 'ready') {
    return (
      <p className="note" dir="auto">
        {t.movedOn} <strong>{access.estimate.title || t.untitled}</strong>
      </p>
    );
  }
  if (access.type !== 'trouble') return null;
  const { code, message, cure } = access.trouble;
  return code === 'page.no-access' ? (
    <AccessTrouble trouble={access.trouble}>
      <button type="button" className="button" onClick={() => void panel.allowAllSites()}>
        {t.allow}
      </button>
    </AccessTrouble>
  ) : (
    <p className="note">
      {message} {cure}
    </p>
  );
}
