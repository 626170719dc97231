/** What is said about the reading of a picture. */
import type { RequestPicture } from '../../lib/agent/frames/frames.ts';
import { formatLanguageName } from '../../lib/base/locale.ts';
import type { Box, Reading, ReadWord } from '../../lib/pipeline/ocr/types.ts';
import type { FoundPicture } from './run-pictures.ts';
import { usePanel } from '../panel-context.ts';
import { Facts } from '../parts/fine-print.tsx';
import { isDoubtful } from './picture-text.tsx';
import { t } from '../strings/strings.ts';
import { Button, QuietButton } from '../parts/button.tsx';

interface DoubtfulProps {
  readonly reading: Reading;
  readonly from: number;
  readonly select: (word: ReadWord) => void;
}

export function Doubtful({ reading, from, select }: DoubtfulProps) {
  const doubtfulWords = reading.words.filter(isDoubtful);
  const next = doubtfulWords.find(({ start }) => start > from) ?? doubtfulWords[0];
  if (next === undefined) return null;
  return (
    <div className="row doubts">
      <span className="fine">
        <mark className="doubtful">{t.pictures.doubtful(doubtfulWords.length)}</mark>
      </span>
      <QuietButton look="edged" onClick={() => select(next)}>
        {t.pictures.nextDoubtful}
      </QuietButton>
    </div>
  );
}

interface UnreadProps {
  readonly places: readonly Box[];
  /** Null before one is shown. */
  readonly shown: Box | null;
  readonly show: (place: Box) => void;
}

export function Unread({ places, shown, show }: UnreadProps) {
  const next = places[(shown === null ? -1 : places.indexOf(shown)) + 1] ?? places[0];
  if (next === undefined) return null;
  return (
    <div className="row doubts">
      <span className="fine unread">{t.pictures.unread(places.length)}</span>
      <QuietButton look="edged" onClick={() => show(next)}>
        {t.pictures.nextUnread}
      </QuietButton>
    </div>
  );
}

interface StoppedProps {
  readonly share: number;
  readonly picture: RequestPicture;
}

export function Stopped({ share, picture }: StoppedProps) {
  const { panel } = usePanel();
  return (
    <div className="row doubts">
      <span className="note">{t.pictures.stopped(share)}</span>
      <Button onClick={() => void panel.pictures.read(picture)}>{t.pictures.readAll}</Button>
    </div>
  );
}

interface AboutProps {
  readonly found: FoundPicture;
  readonly words: number;
  readonly edited: boolean;
}

export function About({ found: { languages, width, height, reduced }, words, edited }: AboutProps) {
  const { host } = usePanel();
  const names = formatLanguageNames(languages);
  return (
    <div className="row about-picture">
      {reduced && <p className="fine">{t.pictures.reduced}</p>}
      <p className="fine">
        <Facts
          facts={[
            words > 0 ? t.pictures.words(words) : '',
            names.length > 0 ? t.pictures.readAs(names) : '',
            t.pictures.size(width, height),
            edited ? t.pictures.edited : '',
          ]}
        />{' '}
        <button type="button" className="quiet link" onClick={host.openLanguages}>
          {t.pictures.languages}
        </button>
      </p>
    </div>
  );
}

export function NoText() {
  return (
    <div className="card stack no-text">
      <p>{t.pictures.none}</p>
      <ul>
        {t.pictures.noneNext.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  );
}

/** Codes that browsers do not know, as BCP 47 tags. */
const LANGUAGE_TAGS: Readonly<Record<string, string>> = { chi_sim: 'zh-Hans', chi_tra: 'zh-Hant' };

const formatLanguageNames = (codes: readonly string[]): readonly string[] =>
  codes.map((code) => formatLanguageName(LANGUAGE_TAGS[code] ?? code));
