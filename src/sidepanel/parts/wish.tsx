/** Shows a request and its subject: the user's text, and the page's text as a quotation. */
import { memo } from 'react';
import type { JobName, SourceChoice, RequestPicture } from '../../lib/agent/frames.ts';
import { formatSourceChoice, formatRequest, isSearchAction } from '../conversation.ts';
import { t } from '../strings.ts';
import { Quotation } from './quotation.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface RequestHeaderProps {
  readonly job: JobName;
  readonly goal: string;
  /** The selected text; '' for none, or until it is loaded. */
  readonly selected: string;
  readonly cut: boolean;
  readonly pictures: readonly RequestPicture[];
  /** For answering again; null for a new request. */
  readonly sources: SourceChoice | null;
  /** The agent that it was for; '' for the assistant. */
  readonly to?: string;
  /** The same request is shown right above, so its text is not repeated. */
  readonly isRepeat?: boolean;
}

export const RequestHeader = memo(function Wish(props: RequestHeaderProps) {
  const { job, goal, selected, cut, pictures, sources, to = '', isRepeat = false } = props;
  const isTyped = (job === 'ask' || job === 'research' || job === 'agent') && !isSearchAction(goal) && !isRepeat;
  return (
    <header className="wish">
      {job === 'research' && isTyped && <p className="fine">{t.web.from}</p>}
      {to !== '' && <p className="fine">{t.agents.ask.to(to)}</p>}
      <h2 className="asked" dir="auto">
        {isTyped && <span className="unseen">{t.question}: </span>}
        {isRepeat && sources !== null ? formatSourceChoice(sources) : formatRequest({ job, goal })}
      </h2>
      {sources !== null && !isRepeat && <p className="fine">{formatSourceChoice(sources)}</p>}
      {pictures.length > 0 && (
        <div className="thumbnails">
          {pictures.map(({ hash }, index) => (
            <Thumbnail key={hash} hash={hash} alt={t.pictures.numbered(index + 1, pictures.length)} />
          ))}
        </div>
      )}
      {selected !== '' && !isRepeat && <Quotation text={selected} cut={cut} />}
    </header>
  );
});
