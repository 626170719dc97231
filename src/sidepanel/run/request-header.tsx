import { memo, useEffect, useId, useRef, useState, type RefObject } from 'react';
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

export const RequestHeader = memo(function RequestHeader(props: RequestHeaderProps) {
  const { job, action, selected, cut, pictures, files = [], sources, to = '', isRepeat = false } = props;
  const isTyped = (job === 'ask' || isPageless(job) || job === 'agent') && action === '' && !isRepeat;
  return (
    <header className="stack gap-3 request">
      {isPageless(job) && isTyped && <p className="fine">{job === 'chat' ? t.chat.from : t.web.from}</p>}
      {to !== '' && <p className="fine">{t.agents.ask.to(to)}</p>}
      {isTyped || action === 'preset' ? (
        <Words text={formatRequest(props)} isTyped={isTyped} />
      ) : (
        <h2 className="asked title" dir="auto">
          {isRepeat && sources !== null ? formatSourceChoice(sources) : formatRequest(props)}
        </h2>
      )}
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

interface WordsProps {
  readonly text: string;
  /** For this question, and not for any. */
  readonly isTyped: boolean;
}

/** What the user wrote: some lines of it, and the rest on a press. */
function Words({ text, isTyped }: WordsProps) {
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLHeadingElement>(null);
  const isCut = useIsCut(element, !open);
  const id = useId();
  return (
    <div className="own soft">
      <h2 ref={element} id={id} className={open ? 'asked' : 'asked clamp'} dir="auto">
        {isTyped && <span className="unseen">{t.question}: </span>}
        {text}
      </h2>
      {isCut && <MoreButton of={id} open={open} setOpen={setOpen} />}
    </div>
  );
}

/** Less than a line. */
const MAX_ROUNDING_PX = 4;

/** Whether it did not fit when it was last clamped. */
function useIsCut(element: RefObject<HTMLElement | null>, isClamped: boolean): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null || !isClamped) return;
    const observer = new ResizeObserver(() => setCut(current.scrollHeight > current.clientHeight + MAX_ROUNDING_PX));
    observer.observe(current); // reports once at the beginning
    return () => observer.disconnect();
  }, [element, isClamped]);
  return isCut;
}

interface MoreButtonProps {
  readonly of: string;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

const MoreButton = ({ of, open, setOpen }: MoreButtonProps) => (
  <QuietButton look="link" aria-expanded={open} aria-controls={of} onClick={() => setOpen(!open)}>
    {open ? t.showLess : t.showAll}
  </QuietButton>
);

const [CLIPPED_LINES, CLIPPED_CHARACTERS] = [4, 160];

function Quotation({ text, cut }: SelectedText) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const isLong = text.length > CLIPPED_CHARACTERS || text.split('\n').length > CLIPPED_LINES;
  return (
    <figure className="stack gap-1 quotation">
      <blockquote id={id} className="soft" dir="auto" aria-label={t.selected} data-clipped={isLong && !open}>
        <Markdown key={text} text={text} />
      </blockquote>
      {cut && (open || !isLong) && <p className="fine">{t.selectionCut}</p>}
      {isLong && (
        <p>
          <MoreButton of={id} open={open} setOpen={setOpen} />
        </p>
      )}
    </figure>
  );
}
