/** What comes closest to a question that the page does not answer. It backs nothing, so it has no number and no verdict. */
import type { CitedPlace } from '../../lib/agent/frames/frames.ts';
import { isolateLine, toOneLine } from '../../lib/base/one-line.ts';
import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { describeShowing, useQuoteViewer } from './quote-viewer.ts';

export function Nearest({ places }: { readonly places: readonly CitedPlace[] }) {
  const viewer = useQuoteViewer();
  const { showing, show } = viewer;
  const { host } = usePanel();
  return (
    <section className="quotes nearest" aria-label={t.nearest.title}>
      {places.length > 0 && <h3 className="fine">{t.nearest.title}</h3>}
      <ul>
        {places.map((place, index) => {
          const id = `nearest ${index}`;
          return (
            <li key={index}>
              <button
                type="button"
                className="entry"
                title={describeShowing(viewer, place)}
                aria-busy={showing?.id === id && showing.outcome === null}
                onClick={({ currentTarget }) => show(id, { place }, currentTarget)}
              >
                <q dir="auto">{toOneLine(toLegibleText(place.exact), MAX_LENGTH)}</q>
                {place.path.length > 0 && (
                  <span className="fine">
                    {t.quotes.path(place.path.map((part) => isolateLine(part, MAX_PATH_PART_LENGTH)))}
                  </span>
                )}
                <span className="unseen">{describeShowing(viewer, place)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="fine">
        {t.nearest.why}{' '}
        <button type="button" className="quiet link" onClick={host.openSettings}>
          {t.nearest.chooseModel}
        </button>
      </p>
    </section>
  );
}

/** In characters; the view clips to two lines. */
const MAX_LENGTH = 400;
const MAX_PATH_PART_LENGTH = 120;
