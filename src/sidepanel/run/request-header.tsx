import { memo, useId, useState } from 'react';
import type { SourceChoice, RequestFile, RequestPicture } from '../../lib/agent/frames/frames.ts';
import { isPageless } from '../../lib/agent/frames/pageless.ts';
import { formatSourceChoice, formatRequest, type RequestTitle, type SelectedText } from './request-words.ts';
import { t } from '../strings/strings.ts';
import { FileNames } from '../files/file-sheet.tsx';
import { Thumbnail } from '../pictures/picture-chips.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { QuietButton } from '../parts/button.tsx';

interface RequestHeaderProps extends RequestTitle {
  /** '' for none, or until it is loaded. */
  readonly selected: string;
  readonly cut: boolean;
  readonly pictures: readonly RequestPicture[];
  readonly files?: readonly RequestFile[];
  /** For answering again; null for a new request. */
  readonly sources: SourceChoice | null;
  /** '' for the assistant. */
  readonly to?: string;
  readonly isRepeat?: boolean;
}

export const RequestHeader = memo(function Wish(props: RequestHeaderProps) {
  const { job, action, selected, cut, pictures, files = [], sources, to = '', isRepeat = false } = props;
  const isTyped = (job === 'ask' || isPageless(job) || job === 'agent') && action === '' && !isRepeat;
  return (
    <header className="stack gap-3 request">
      {isPageless(job) && isTyped && <p className="fine">{job === 'chat' ? t.chat.from : t.web.from}</p>}
      {to !== '' && <p className="fine">{t.agents.ask.to(to)}</p>}
      <h2 className="asked title" dir="auto">
        {isTyped && <span className="unseen">{t.question}: </span>}
        {isRepeat && sources !== null ? formatSourceChoice(sources) : formatRequest(props)}
      </h2>
      {sources !== null && !isRepeat && <p className="fine">{formatSourceChoice(sources)}</p>}
      {files.length > 0 && <FileNames names={files.map(({ name }) => name)} />}
      {pictures.length > 0 && (
        <div className="row thumbnails">
          {pictures.map(({ hash }, index) => (
            <Thumbnail key={hash} hash={hash} alt={t.pictures.numbered(index + 1, pictures.length)} />
          ))}
        </div>
      )}
      {selected !== '' && !isRepeat && <Quotation text={selected} cut={cut} />}
    </header>
  );
});

const [CLIPPED_LINES, CLIPPED_CHARACTERS] = [4, 160];

function Quotation({ text, cut }: SelectedText) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const isLong = text.length > CLIPPED_CHARACTERS || text.split('\n').length > CLIPPED_LINES;
  return (
    <figure className="stack gap-1 fit quotation">
      <blockquote id={id} className="soft" dir="auto" aria-label={t.selected} data-clipped={isLong && !open}>
        <Markdown key={text} text={text} />
      </blockquote>
      {cut && (open || !isLong) && <p className="fine">{t.selectionCut}</p>}
      {isLong && (
        <QuietButton aria-expanded={open} aria-controls={id} onClick={() => setOpen((before) => !before)}>
          {open ? t.showLess : t.showAll}
        </QuietButton>
      )}
    </figure>
  );
}
