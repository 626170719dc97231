/** Shows a quote as boxes in its picture. */
import { useMemo } from 'react';
import type { CitedPlace } from '../../lib/agent/frames/frames.ts';
import { buildLineBoxes, findWordsInRange } from '../../lib/pipeline/ocr/boxes.ts';
import type { FoundPicture } from './run-pictures.ts';
import { t } from '../strings/strings.ts';
import { PictureView } from './picture-view.tsx';
import { useReading } from './use-picture.ts';
import { usePictureUrl } from './use-picture-url.ts';
import { Placeholder } from '../parts/fine-print.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { formatExact } from '../quotes/quote-viewer.ts';

interface PictureSheetProps {
  readonly picture: FoundPicture;
  readonly place: CitedPlace;
  readonly close: () => void;
}

export function PictureSheet({ picture, place, close }: PictureSheetProps) {
  return (
    <Sheet title={t.pictures.sheet} closeLabel={t.pictures.close} close={close}>
      <q dir="auto">{formatExact(place)}</q>
      <SheetContent picture={picture} place={place} />
    </Sheet>
  );
}

function SheetContent({ picture, place: { start, end } }: Pick<PictureSheetProps, 'picture' | 'place'>) {
  const url = usePictureUrl(picture.hash);
  const reading = useReading(picture.reading);
  const boxes = useMemo(
    () => (reading ? buildLineBoxes(reading, findWordsInRange(reading, start, end)) : []),
    [reading, start, end],
  );
  if (url === undefined || reading === undefined) return <Placeholder />;
  if (url === null)
    return (
      <p className="note">
        {t.pictures.gone} {t.pictures.goneHint}
      </p>
    );
  return (
    <>
      <PictureView url={url} width={picture.width} height={picture.height} title={picture.title} boxes={boxes} />
      {boxes.length === 0 && <p className="note">{t.pictures.placeGone}</p>}
    </>
  );
}
