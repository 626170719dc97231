import { t } from '../strings/strings.ts';
import { usePictureUrl } from './use-picture.ts';

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
