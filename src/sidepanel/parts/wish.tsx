/** What was asked for, and what it is about: the person's words as text, the page's as a quotation. */
import { memo } from 'react';
import type { JobName, SourceChoice, WishedPicture } from '../../lib/agent/frames.ts';
import { againWords, askedWords } from '../conversation.ts';
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
  readonly isOfSelection: boolean;
  /** For an answer anew; null for a wish of its own. */
  readonly sources: SourceChoice | null;
  /** It stands right above: what it is, needs no saying twice. */
  readonly isRepeat?: boolean;
}

export const Wish = memo(function Wish(props: WishProps) {
  const { job, goal, selected, cut, pictures, isOfSelection, sources, isRepeat = false } = props;
  return (
    <header className="wish">
      {job === 'research' && !isOfSelection && !isRepeat && <p className="fine">{t.web.from}</p>}
      <h2 className="asked" dir="auto">
        {(job === 'ask' || (job === 'research' && !isOfSelection)) && !isRepeat && (
          <span className="unseen">{t.question}: </span>
        )}
        {isRepeat && sources !== null ? againWords(sources) : askedWords({ job, goal, isOfSelection })}
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
