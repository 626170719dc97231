/**
 * The places of the page: one is shown at a time, that of the address. A wide window lists them, a narrow one has a choice.
 * The browser's own search looks through all of them and brings up the one that it found something in.
 */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { SETTINGS_PLACES, type SettingsPlace } from '../lib/protocol/settings/places.ts';
import { t } from './strings/strings.ts';

const readPlace = (): SettingsPlace => SETTINGS_PLACES.find((id) => location.hash === `#${id}`) ?? 'model';

function watchPlace(on: () => void): () => void {
  const showFound = ({ target }: Event): void => {
    if (target instanceof HTMLElement) history.replaceState(null, '', `#${target.id}`);
    on();
  };
  addEventListener('hashchange', on);
  addEventListener('beforematch', showFound);
  return () => {
    removeEventListener('hashchange', on);
    removeEventListener('beforematch', showFound);
  };
}

/** Unlike a link, leaves the focus where it is. */
function openPlace(id: string): void {
  history.pushState(null, '', `#${id}`);
  dispatchEvent(new Event('hashchange'));
}

export function Places({ contents }: { readonly contents: Readonly<Record<SettingsPlace, ReactNode>> }) {
  const current = useSyncExternalStore(watchPlace, readPlace);
  return (
    <>
      <nav aria-label={t.title} className="field">
        <select aria-label={t.place} value={current} onChange={(event) => openPlace(event.target.value)}>
          {SETTINGS_PLACES.map((id) => (
            <option key={id} value={id}>
              {t.places[id]}
            </option>
          ))}
        </select>
        <ul>
          {SETTINGS_PLACES.map((id) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === current ? 'page' : undefined}>
                {t.places[id]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main>
        {SETTINGS_PLACES.map((id) => (
          <Place key={id} id={id} isShown={id === current}>
            {contents[id]}
          </Place>
        ))}
      </main>
    </>
  );
}

interface PlaceProps {
  readonly id: SettingsPlace;
  readonly isShown: boolean;
  readonly children: ReactNode;
}

function Place({ id, isShown, children }: PlaceProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // React knows `hidden` as true or false alone
    if (isShown) element.current?.removeAttribute('hidden');
    else element.current?.setAttribute('hidden', 'until-found');
  }, [isShown]);
  useEffect(() => {
    if (location.hash === `#${id}`) element.current?.focus(); // later on the browser does so itself
  }, [id]);
  return (
    <div ref={element} id={id} className="place" role="group" aria-label={t.places[id]} tabIndex={-1}>
      {children}
    </div>
  );
}
