/** What stays in sight below: what goes on, what is asked, and the composer. */
import { useMemo, useRef } from 'react';
import { Composer } from '../composer/composer.tsx';
import { getDraftKey, useDrafts } from '../composer/draft.ts';
import { useModel } from '../panel-context.ts';
import { Lazy } from '../parts/lazy.tsx';
import { t } from '../strings/shell.ts';
import { DockStatus } from './dock-status.tsx';
import { ErrorCard } from './error-card.tsx';
import { runPart } from '../lazy-parts.ts';
import { isLive, isStarting } from './stage.ts';
import { UNSENT } from '../unsent.ts';
import { useFocusReturn } from '../asks/use-focus-return.ts';

export type DockUse = 'whole' | 'asking' | 'none';

export function Dock({ use }: { readonly use: DockUse }) {
  const isOfTab = use === 'whole';
  const refusal = useModel((model) => model.refusal);
  const draftKey = useModel(({ tab, history }) => getDraftKey(tab?.tabId ?? -1, history?.open?.runId ?? ''));
  const runId = useModel(({ run }) => run?.runId ?? '');
  const talk = useModel((model) =>
    isOfTab && model.run !== null && !isStarting(model) ? runPart.get().findActiveTalk(model.run.state) : null,
  );
  const { getDraft, hasWords } = useDrafts();
  const replyDraft = getDraft(`${draftKey} ${talk?.spec?.sub?.correlationId ?? ''}`);
  const live = useModel(({ run }) => (isOfTab && run !== null && isLive(run.state.status) ? run.state : null));
  const asked = useMemo(() => (live === null ? null : runPart.get().findOpenAsk(live)), [live]);
  const composer = useRef<HTMLDivElement>(null);
  useFocusReturn(asked !== null, composer);
  return (
    <footer className="stack dock" aria-label={t.controls} hidden={use === 'none'} {...(hasWords && UNSENT)}>
      {refusal !== null && <ErrorCard error={refusal} />}
      <DockStatus isOfTab={isOfTab} isAsking={asked !== null} isTalking={talk !== null} />
      {talk !== null && <Lazy part={runPart}>{({ TalkBar }) => <TalkBar state={talk} />}</Lazy>}
      {asked !== null && <Lazy part={runPart}>{({ OpenQuestion }) => <OpenQuestion {...asked} />}</Lazy>}
      {/* hidden rather than removed, to keep what is typed and chosen there */}
      <div ref={composer} hidden={asked !== null}>
        {talk === null ? (
          <Composer key={draftKey} draft={getDraft(draftKey)} isOfTab={isOfTab} />
        ) : (
          <Lazy part={runPart}>
            {({ ReplyBox }) => <ReplyBox state={talk} runId={runId} text={replyDraft.text} write={replyDraft.write} />}
          </Lazy>
        )}
      </div>
    </footer>
  );
}
