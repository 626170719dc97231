import type { QuestionPicture } from './question-pictures.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/shell.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { usePictureUrl } from './use-picture-url.ts';
import { ChipRunButton, DropButton } from '../composer/chips.tsx';

export function PictureChips({ pictures }: { readonly pictures: readonly QuestionPicture[] }) {
  return (
    <ul className="row gap-1 chips picture-chips" aria-label={t.pictures.attached}>
      {pictures.map((picture, index) => (
        <PictureChip key={picture.hash} picture={picture} name={t.pictures.numbered(index + 1, pictures.length)} />
      ))}
    </ul>
  );
}

function PictureChip({ picture, name }: { readonly picture: QuestionPicture; readonly name: string }) {
  const { panel } = usePanel();
  const inHistory = useModel((model) => Boolean(model.history?.open));
  const { hash, title, width, height, stays } = picture;
  return (
    <li className="row tight gap-1 soft small chip">
      <Thumbnail hash={hash} alt={name} />
      <span title={isolateLine(title)}>
        {width > 0 && t.pictures.size(width, height)}
        {stays && <span className="fine"> {t.pictures.stays}</span>}
      </span>
      {!stays && !inHistory && (
        <ChipRunButton run={() => panel.pictures.read(picture)}>{t.pictures.read}</ChipRunButton>
      )}
      <DropButton label={t.pictures.leaveOut(name)} drop={() => panel.leaveOut(hash)} />
    </li>
  );
}

interface ThumbnailProps {
  readonly hash: string;
  /** '' if text beside it describes it. */
  readonly alt: string;
}

export function Thumbnail({ hash, alt }: ThumbnailProps) {
  const url = usePictureUrl(hash);
  if (url === null)
    return <span className="thumbnail" role="img" aria-label={t.pictures.gone} title={t.pictures.gone} />;
  return url === undefined ? (
    <span className="thumbnail" />
  ) : (
    <img className="thumbnail" src={url} alt={alt} decoding="async" draggable={false} />
  );
}
