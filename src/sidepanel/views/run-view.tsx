/** A run, from its first frame to its end: one layout for all of them, so that nothing jumps when it ends. */
import { Markdown } from '../parts/markdown/markdown.tsx';
import { ChangeModel } from '../parts/change-model.tsx';
import { Placeholder } from '../parts/placeholder.tsx';
import { Receipt } from '../parts/receipt.tsx';
import { Source } from '../parts/source.tsx';
import { StepList } from '../parts/step-list.tsx';
import { TroubleCard, troubleTitle } from '../parts/trouble-card.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { shownText, sourceOf, type RunModel } from '../run.ts';
import { hasMovedOn, stageOf } from '../stage.ts';
import { t } from '../strings.ts';
import { AccessTrouble } from './access-trouble.tsx';

export function RunView() {
  const run = useModel((model) => model.run);
  const refusal = useModel((model) => model.refusal);
  const others = useModel((model) => model.others);
  const stage = useModel(stageOf);
  if (run === null) return null;
  const { state } = run;
  const text = shownText(run);
  return (
    <>
      <RunSource run={run} />
      {state.resumes > 0 && stage === 'running' && <p className="note">{t.restarted}</p>}
      {refusal !== null && <TroubleCard title={troubleTitle(refusal)} trouble={refusal} />}
      {stage === 'failed' && <Failure run={run} />}
      <Summary text={text} language={sourceOf(state)?.language ?? ''} growing={stage === 'running'} />
      <Ending run={run} empty={text === ''} />
      <MovedOn />
      <Receipt state={state} others={others} />
      <StepList frames={run.frames} />
    </>
  );
}

function RunSource({ run }: { readonly run: RunModel }) {
  const tab = useModel((model) => model.tab);
  const source = sourceOf(run.state);
  if (source !== null) return <Source {...source} tabUrl={tab?.url ?? ''} />;
  return <Source title={tab?.title ?? ''} url={tab?.url ?? ''} words={0} tabUrl="" />;
}

interface SummaryProps {
  readonly text: string;
  readonly language: string;
  readonly growing: boolean;
}

function Summary({ text, language, growing }: SummaryProps) {
  if (text === '') return growing ? <Placeholder /> : null;
  return (
    <article aria-label={t.summary} aria-busy={growing} lang={language === '' ? undefined : language} dir="auto">
      <Markdown text={text} />
    </article>
  );
}

function Failure({ run }: { readonly run: RunModel }) {
  const { panel } = usePanel();
  const { trouble } = run.state;
  if (trouble === null) return null;
  return (
    <TroubleCard title={t.troubles[trouble.code] ?? t.failedTitle} trouble={trouble}>
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
function Ending({ run, empty }: { readonly run: RunModel; readonly empty: boolean }) {
  const stage = useModel(stageOf);
  const note = run.state.answer?.note ?? '';
  if (stage === 'done') return note === '' ? null : <p className="note">{note}</p>;
  if (stage !== 'stopped' && stage !== 'failed') return null;
  return <p className="note">{empty ? t.noneYet : t.kept}</p>;
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
