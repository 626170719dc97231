/** What was asked for, and what it is about: the person's words as text, the page's as a quotation. */
import { memo } from 'react';
import type { JobName, WishedPicture } from '../../lib/agent/frames.ts';
import { askedWords } from '../conversation.ts';
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
}

export const Wish = memo(function Wish({ job, goal, selected, cut, pictures }: WishProps) {
  return (
    <header className="wish">
      <h2 className="asked" dir="auto">
        {job === 'ask' && <span className="unseen">{t.question}: </span>}
        {askedWords({ job, goal })}
      </h2>
      {pictures.length > 0 && (
        <div className="thumbnails">
          {pictures.map(({ hash }, index) => (
            <Thumbnail key={hash} hash={hash} alt={t.pictures.numbered(index + 1, pictures.length)} />
          ))}
        </div>
      )}
      {selected !== '' && <Quotation text={selected} cut={cut} />}
    </header>
  );
});
