/** Pictures that were read: each with its text beside it, to be corrected, copied, and asked about. */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { WishedPicture } from '../../lib/agent/frames.ts';
import { lineBoxes, wordAtOffset, wordAtPoint } from '../../lib/pipeline/ocr/boxes.ts';
import type { Reading, ReadWord } from '../../lib/pipeline/ocr/types.ts';
import { readOf, type FoundPicture, type Objects } from '../found-pictures.ts';
import { languageNames } from '../language-names.ts';
import { usePanel } from '../panel-context.ts';
import { FinePrint } from '../parts/fine-print.tsx';
import { isDoubtful, PictureText } from '../parts/picture-text.tsx';
import { PictureView } from '../parts/picture-view.tsx';
import { Placeholder } from '../parts/placeholder.tsx';
import { useCorrection } from '../parts/use-correction.ts';
import { usePictureUrl, useReading } from '../parts/use-picture.ts';
import { t } from '../strings.ts';
import { PictureActions } from './picture-actions.tsx';

interface PictureResultsProps {
  readonly pictures: readonly WishedPicture[];
  /** What the run has found. */
  readonly objects: Objects;
}

export function PictureResults({ pictures, objects }: PictureResultsProps) {
  return pictures.map((picture, index) => {
    const found = readOf(objects, picture);
    if (found === null) return null;
    return (
      <section
        key={picture.hash}
        className="picture-result"
        aria-label={t.pictures.numbered(index + 1, pictures.length)}
      >
        {pictures.length > 1 && <h3>{t.pictures.numbered(index + 1, pictures.length)}</h3>}
        <PictureResult found={found} wished={picture} />
      </section>
    );
  });
}

interface PictureResultProps {
  readonly found: FoundPicture;
  readonly wished: WishedPicture;
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
      ) : (
        <Read found={found} wished={wished} url={url} read={reading} />
      )}
    </>
  );
}

interface ReadProps extends PictureResultProps {
  /** Null where the picture is gone. */
  readonly url: string | null;
  readonly read: Reading;
}

function Read({ found, wished, url, read }: ReadProps) {
  const { reading, edited, write, undo } = useCorrection(found, read);
  const [pointed, setPointed] = useState<ReadWord | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [isOver, setOver] = useState(false);
  const [selected, setSelected] = useState<{ readonly word: ReadWord } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const lit = useMemo(
    () => pointed ?? (caret === null ? null : wordAtOffset(reading, caret)),
    [pointed, caret, reading],
  );
  const boxes = useMemo(() => (lit === null ? [] : lineBoxes(reading, [lit])), [lit, reading]);
  const select = (word: ReadWord): void => {
    setCaret(word.start);
    setSelected({ word });
    field.current?.focus();
    field.current?.setSelectionRange(word.start, word.end);
  };
  // a browser scrolls to what is typed, and not to what is selected for somebody
  useEffect(() => {
    if (selected !== null) field.current?.parentElement?.querySelector('.lit')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <>
      {url !== null && (
        <PictureView
          url={url}
          width={read.width}
          height={read.height}
          title={found.title}
          boxes={boxes}
          still={isOver}
          onPoint={(at) => {
            setOver(at !== null);
            setPointed(at && wordAtPoint(reading, at.x, at.y));
          }}
          onPick={({ x, y }) => {
            const word = wordAtPoint(reading, x, y);
            if (word !== null) select(word);
          }}
        />
      )}
      {read.text === '' ? (
        <NoText />
      ) : (
        <>
          <PictureText
            field={field}
            reading={reading}
            lit={lit}
            write={write}
            onCaret={(offset) => {
              setCaret(offset);
              setPointed(null); // a pointer that rests says nothing new
              setOver(false);
            }}
            onPoint={(offset) => setPointed(offset === null ? null : wordAtOffset(reading, offset))}
            describedBy={hint}
          />
          <Doubtful reading={reading} from={caret ?? -1} select={select} />
        </>
      )}
      <PictureActions
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

interface DoubtfulProps {
  readonly reading: Reading;
  /** Place of the caret. */
  readonly from: number;
  readonly select: (word: ReadWord) => void;
}

function Doubtful({ reading, from, select }: DoubtfulProps) {
  const all = reading.words.filter(isDoubtful);
  const next = all.find(({ start }) => start > from) ?? all[0];
  if (next === undefined) return null;
  return (
    <div className="row doubts">
      <span className="fine">
        <mark className="doubtful">{t.pictures.doubtful(all.length)}</mark>
      </span>
      <button type="button" className="quiet edged" onClick={() => select(next)}>
        {t.pictures.nextDoubtful}
      </button>
    </div>
  );
}

interface AboutProps {
  readonly found: FoundPicture;
  readonly words: number;
  readonly edited: boolean;
}

function About({ found: { languages, width, height, reduced }, words, edited }: AboutProps) {
  const { host } = usePanel();
  const names = languageNames(languages);
  return (
    <div className="row about-picture">
      <FinePrint
        facts={[
          words > 0 ? t.pictures.words(words) : '',
          names.length > 0 ? t.pictures.readAs(names) : '',
          t.pictures.size(width, height),
          edited ? t.pictures.edited : '',
        ]}
      />
      {reduced && <p className="fine">{t.pictures.reduced}</p>}
      <button type="button" className="quiet underlined" onClick={host.openLanguages}>
        {t.pictures.languages}
      </button>
    </div>
  );
}

/** What can be done where nothing was read. */
function NoText() {
  return (
    <div className="card no-text">
      <p>{t.pictures.none}</p>
      <ul>
        {t.pictures.noneNext.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}
