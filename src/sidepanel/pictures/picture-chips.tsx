import type { QuestionPicture } from './question-pictures.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { getStage } from '../run/stage.ts';
import { t } from '../strings/strings.ts';
import { Icon } from '../parts/icons.tsx';
import { stripActiveCharacters } from '../markdown/inert.ts';
import { Thumbnail } from './thumbnail.tsx';

export function PictureChips({ pictures }: { readonly pictures: readonly QuestionPicture[] }) {
  if (pictures.length === 0) return null;
  return (
    <ul className="chips picture-chips" aria-label={t.pictures.attached}>
      {pictures.map((picture, index) => (
        <PictureChip key={picture.hash} picture={picture} name={t.pictures.numbered(index + 1, pictures.length)} />
      ))}
    </ul>
  );
}

function PictureChip({ picture, name }: { readonly picture: QuestionPicture; readonly name: string }) {
  const { panel } = usePanel();
  const isBusy = useModel((model) => getStage(model) === 'running' || model.pending !== null);
  const inHistory = useModel((model) => model.history !== null);
  const { hash, title, width, height, stays } = picture;
  const dropLabel = t.pictures.leaveOut(name);
  return (
    <li className="chip" data-stays={stays}>
      <Thumbnail hash={hash} alt={name} />
      <span dir="auto" title={stripActiveCharacters(title)}>
        {width > 0 && t.pictures.size(width, height)}
        {stays && <span className="fine"> {t.pictures.stays}</span>}
      </span>
      {!stays && !inHistory && (
        <button
          type="button"
          className="quiet edged"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) void panel.pictures.read(picture);
          }}
        >
          {t.pictures.read}
        </button>
      )}
      <button
        type="button"
        className="quiet round"
        aria-label={dropLabel}
        title={dropLabel}
        onClick={() => panel.pictures.exclude(hash)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
