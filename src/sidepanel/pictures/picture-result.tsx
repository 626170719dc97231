import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { RequestPicture } from '../../lib/agent/frames/frames.ts';
import { buildLineBoxes, findWordAtOffset, findWordAtPoint } from '../../lib/pipeline/ocr/boxes.ts';
import type { Box, Reading, ReadWord } from '../../lib/pipeline/ocr/types.ts';
import { findReadPicture, type FoundPicture, type RunArtifacts } from './run-pictures.ts';
import { Placeholder } from '../parts/fine-print.tsx';
import { GrowingText, PictureText, ReadText } from './picture-text.tsx';
import { PictureView } from './picture-view.tsx';
import { useReading, useCorrection } from './use-picture.ts';
import { usePictureUrl } from './use-picture-url.ts';
import { t } from '../strings/strings.ts';
import { PictureButtons } from './picture-buttons.tsx';
import { Doubtful, About, NoText, Stopped, Unread } from './reading-notes.tsx';

interface PictureResultsProps {
  readonly pictures: readonly RequestPicture[];
  readonly objects: RunArtifacts;
  /** While they are being read. */
  readonly growing?: boolean;
}

export function PictureResults({ pictures, objects, growing = false }: PictureResultsProps) {
  return pictures.map((picture, index) => {
    const found = findReadPicture(objects, picture);
    if (found === null) return null;
    return (
      <section
        key={picture.hash}
        className="stack gap-3 picture-result"
        aria-label={t.pictures.numbered(index + 1, pictures.length)}
      >
        {pictures.length > 1 && <h3>{t.pictures.numbered(index + 1, pictures.length)}</h3>}
        {growing ? <GrowingText found={found} /> : <PictureResult found={found} wished={picture} />}
      </section>
    );
  });
}

interface PictureResultProps {
  readonly found: FoundPicture;
  readonly wished: RequestPicture;
}

function PictureResult({ found, wished }: PictureResultProps) {
  const url = usePictureUrl(found.hash);
  const reading = useReading(found.reading);
  if (url === undefined || reading === undefined) return <Placeholder />;
  return (
    <>
      {url === null && (
        <p className="note">
          {t.pictures.gone} {t.pictures.goneHint}
        </p>
      )}
      {reading === null ? (
        <>
          {found.preview !== '' && <p className="said">{found.preview}</p>}
          <p className="note">{t.pictures.textGone}</p>
        </>
      ) : found.readShare !== undefined ? (
        <>
          <Stopped share={found.readShare} picture={wished} />
          <ReadText text={reading.text} />
          <PictureButtons
            picture={{ ...wished, width: reading.width, height: reading.height }}
            text={reading.text}
            undo={null}
          />
          <About found={found} words={reading.words.length} edited={false} />
        </>
      ) : (
        <EditableReading found={found} wished={wished} url={url} read={reading} />
      )}
    </>
  );
}

interface EditableReadingProps extends PictureResultProps {
  /** Null if the picture is no longer stored. */
  readonly url: string | null;
  readonly read: Reading;
}

function EditableReading({ found, wished, url, read }: EditableReadingProps) {
  const { reading, isEdited: edited, write, undo } = useCorrection(found, read);
  const [pointed, setPointed] = useState<ReadWord | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  const [place, setPlace] = useState<Box | null>(null);
  const [selected, setSelected] = useState<{ readonly word: ReadWord } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const highlightedWord = useMemo(
    () => pointed ?? (caret === null ? null : findWordAtOffset(reading, caret)),
    [pointed, caret, reading],
  );
  const boxes = useMemo(() => {
    if (place !== null && pointed === null) return [place];
    return highlightedWord === null ? [] : buildLineBoxes(reading, [highlightedWord]);
  }, [highlightedWord, reading, place, pointed]);
  const moveCaret = (offset: number): void => {
    setCaret(offset);
    setPlace(null);
  };
  const selectWord = (word: ReadWord): void => {
    moveCaret(word.start);
    setSelected({ word });
    field.current?.focus();
    field.current?.setSelectionRange(word.start, word.end);
  };
  // a browser scrolls to typed text, but not to text selected by a script
  useEffect(() => {
    if (selected !== null) field.current?.parentElement?.querySelector('.lit')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <>
      {read.text === '' ? (
        <NoText />
      ) : (
        <>
          <PictureText
            field={field}
            reading={reading}
            isEdited={edited}
            lit={highlightedWord}
            write={write}
            onCaret={(offset) => {
              moveCaret(offset);
              setPointed(null); // a resting pointer no longer determines the highlight
              setOver(false);
            }}
            onPoint={(offset) => setPointed(offset === null ? null : findWordAtOffset(reading, offset))}
            describedBy={hint}
          />
          <Doubtful reading={reading} from={caret ?? -1} select={selectWord} />
        </>
      )}
      {url !== null && (
        <PictureView
          url={url}
          width={read.width}
          height={read.height}
          title={found.title}
          boxes={boxes}
          unread={read.unread ?? []}
          isScrollLocked={isOver}
          startsFolded={read.text !== ''}
          onPoint={(at) => {
            setOver(at !== null);
            setPointed(at && findWordAtPoint(reading, at.x, at.y));
          }}
          onPick={({ x, y }) => {
            const word = findWordAtPoint(reading, x, y);
            if (word !== null) selectWord(word);
          }}
        />
      )}
      {url !== null && <Unread places={read.unread ?? []} shown={place} show={setPlace} />}
      <PictureButtons
        picture={{ ...wished, width: read.width, height: read.height }}
        text={reading.text}
        undo={
          edited
            ? () => {
                undo();
                field.current?.focus();
              }
            : null
        }
      />
      {read.text !== '' && (
        <p id={hint} className="fine">
          {t.pictures.textHint}
        </p>
      )}
      <About found={found} words={reading.words.length} edited={edited} />
    </>
  );
}
