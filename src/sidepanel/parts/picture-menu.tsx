/**
 * Pictures to read, from here: a region of the page, what is in view, a file. The one rule: what the browser does not allow
 * is in its place all the same, and says why and what cures that; a file can always be chosen.
 */
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';
import { useCaptureAccess } from './use-capture-access.ts';
import { useOpenShortcut } from './use-open-shortcut.ts';

/** What a browser can draw; what a file really is, is looked at when it comes. */
const TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/bmp,image/avif';

export function PictureMenu({ disabled }: { readonly disabled: boolean }) {
  const { panel } = usePanel();
  const missing = useCaptureAccess() === 'missing';
  const [told, setTold] = useState(false);
  const why = useId();
  const cannot = disabled || missing;
  const take = (what: 'visible' | 'region'): void => {
    if (missing) setTold(true);
    else if (!disabled) void panel.pictures.take(what);
  };
  const file = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setTold(false);
    region.current?.focus();
  };
  const bring = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    void panel.pictures.bring(Array.from(target.files ?? []));
    target.value = ''; // or the same file again would be no change
  };
  const described = missing ? why : undefined;
  const items = [
    { key: 'visible', label: t.pictures.visible, act: () => take('visible'), disabled: cannot, describedBy: described },
    { key: 'file', label: t.pictures.choose, act: () => file.current?.click() },
  ];
  return (
    <>
      <div className="split pictures">
        <button
          ref={region}
          type="button"
          className="quiet edged"
          aria-disabled={cannot}
          aria-describedby={described}
          onClick={() => take('region')}
        >
          {t.pictures.region}
        </button>
        <Menu items={items} hint={t.pictures.more}>
          <Icon name="more" />
        </Menu>
      </div>
      <input ref={file} type="file" hidden accept={TYPES} multiple aria-label={t.pictures.choose} onChange={bring} />
      {missing && <NoCapture id={why} shown={told} close={close} />}
    </>
  );
}

interface NoCaptureProps {
  readonly id: string;
  /** Somebody pressed what cannot be done; else it is there for whoever listens. */
  readonly shown: boolean;
  readonly close: () => void;
}

function NoCapture({ id, shown, close }: NoCaptureProps) {
  const { panel } = usePanel();
  const shortcut = useOpenShortcut();
  // the dock's own button is that where the page cannot be read either
  const isOffered = useModel(({ access }) => access.type === 'trouble' && access.trouble.code === 'page.no-access');
  return (
    <div className={shown ? 'no-capture note' : 'unseen'} role="status">
      <p id={id}>{t.pictures.noAccess(shortcut)}</p>
      {shown && (
        <>
          <p>{t.pictures.stillChoose}</p>
          <div className="row">
            {!isOffered && (
              <button type="button" className="quiet edged" onClick={() => void panel.allowAllSites()}>
                {t.allow}
              </button>
            )}
            <button type="button" className="quiet" onClick={close}>
              {t.dismiss}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
