/** What was asked for, and what it is about: the person's words as text, the page's as a quotation. */
import { memo } from 'react';
import type { JobName, SourceChoice, WishedPicture } from '../../lib/agent/frames.ts';
import { againWords, askedWords, isLookUp } from '../conversation.ts';
import { t } from '../strings.ts';
import { Quotation } from './quotation.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface WishProps {
  readonly job: JobName;
  readonly goal: string;
  /** The selected words; '' for none, or as long as nobody knows them. */
  readonly selected: string;
  readonly cut: boolean;
  readonly pictures: readonly WishedPicture[];
  /** For an answer anew; null for a wish of its own. */
  readonly sources: SourceChoice | null;
  /** The agent that it was for; '' for the assistant. */
  readonly to?: string;
  /** It stands right above: what it is, needs no saying twice. */
  readonly isRepeat?: boolean;
}

export const Wish = memo(function Wish(props: WishProps) {
  const { job, goal, selected, cut, pictures, sources, to = '', isRepeat = false } = props;
  const isOwn = (job === 'ask' || job === 'research' || job === 'agent') && !isLookUp(goal) && !isRepeat;
  return (
    <header className="wish">
      {job === 'research' && isOwn && <p className="fine">{t.web.from}</p>}
      {to !== '' && <p className="fine">{t.agents.ask.to(to)}</p>}
      <h2 className="asked" dir="auto">
        {isOwn && <span className="unseen">{t.question}: </span>}
        {isRepeat && sources !== null ? againWords(sources) : askedWords({ job, goal })}
      </h2>
      {sources !== null && !isRepeat && <p className="fine">{againWords(sources)}</p>}
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
