/** What is to be done on the page, while a region is being chosen there. */
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';

export function Choosing() {
  const { panel } = usePanel();
  const choosing = useModel((model) => model.choosing);
  return (
    <div className={choosing ? 'choosing' : 'unseen'}>
      <p role="status">{choosing && t.pictures.choosing}</p>
      {choosing && (
        <button type="button" className="quiet" onClick={() => void panel.pictures.stopChoosing()}>
          {t.stop}
        </button>
      )}
    </div>
  );
}
