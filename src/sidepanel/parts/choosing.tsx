/** Instructions while the user chooses a region on the page. */
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';

export function RegionChoiceNote() {
  const { panel } = usePanel();
  const choosing = useModel((model) => model.choosing);
  return (
    <div className={choosing ? 'choosing' : 'unseen'}>
      <p role="status">{choosing && t.pictures.choosing}</p>
      {choosing && (
        <button type="button" className="quiet" onClick={() => void panel.pictures.cancelRegionChoice()}>
          {t.stop}
        </button>
      )}
    </div>
  );
}
