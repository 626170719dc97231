/** Actions that the browser does not allow stay visible and explain why. */
import { useId, useRef, useState, type ChangeEvent, useEffect } from 'react';
import { useModel, usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';
import { Icon } from '../parts/icons.tsx';
import { Menu } from '../parts/menu.tsx';
import { useShortcut } from '../parts/use-shortcut.ts';
import { AllowButton, QuietButton } from '../parts/button.tsx';

/** The actual type is checked when the file is attached. */
const ACCEPTED_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/bmp,image/avif';

export function PictureMenu({ disabled }: { readonly disabled: boolean }) {
  const { panel } = usePanel();
  const isAccessMissing = useCaptureAccess() === 'missing';
  const [isExplained, setExplained] = useState(false);
  const explanationId = useId();
  const isDisabled = disabled || isAccessMissing;
  const capture = (what: 'visible' | 'region'): void => {
    if (isAccessMissing) setExplained(true);
    else if (!disabled) void panel.pictures.capture(what);
  };
  const file = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setExplained(false);
    region.current?.focus();
  };
  const attachFiles = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    void panel.pictures.attachFiles(Array.from(target.files ?? []));
    target.value = ''; // so that choosing the same file again fires a change
  };
  const describedBy = isAccessMissing ? explanationId : undefined;
  const items = [
    {
      key: 'visible',
      label: t.pictures.visible,
      act: () => capture('visible'),
      disabled: isDisabled,
      describedBy: describedBy,
    },
    { key: 'file', label: t.pictures.choose, act: () => file.current?.click() },
  ];
  return (
    <>
      <div className="split pictures">
        <QuietButton
          ref={region}
          look="edged"
          aria-disabled={isDisabled}
          aria-describedby={describedBy}
          onClick={() => capture('region')}
        >
          {t.pictures.region}
        </QuietButton>
        <Menu items={items} hint={t.pictures.more}>
          <Icon name="more" />
        </Menu>
      </div>
      <input
        ref={file}
        type="file"
        hidden
        accept={ACCEPTED_TYPES}
        multiple
        aria-label={t.pictures.choose}
        onChange={attachFiles}
      />
      {isAccessMissing && <CaptureAccessNote id={explanationId} shown={isExplained} close={close} />}
    </>
  );
}

interface CaptureAccessNoteProps {
  readonly id: string;
  readonly shown: boolean;
  readonly close: () => void;
}

function CaptureAccessNote({ id, shown, close }: CaptureAccessNoteProps) {
  const shortcut = useShortcut('open');
  // if the page cannot be read either, the dock already has this button
  const isOfferedInDock = useModel(({ access }) => access.type === 'error' && access.error.code === 'page.no-access');
  return (
    <div className={shown ? 'no-capture note' : 'unseen'} role="status">
      <p id={id}>{t.pictures.noAccess(shortcut)}</p>
      {shown && (
        <>
          <p>{t.pictures.stillChoose}</p>
          <div className="row">
            {!isOfferedInDock && <AllowButton isQuiet />}
            <QuietButton onClick={close}>{t.dismiss}</QuietButton>
          </div>
        </>
      )}
    </div>
  );
}

function useCaptureAccess(): 'stands' | 'missing' {
  const { pictures } = usePanel().host;
  const tabId = useModel(({ tab }) => tab?.tabId ?? null);
  // a change of the readable URL is a change of access
  const url = useModel(({ tab }) => tab?.url ?? '');
  const [result, setResult] = useState<{ readonly tabId: number; readonly access: 'stands' | 'missing' } | null>(null);
  useEffect(() => {
    if (tabId === null) return;
    const controller = new AbortController();
    let requestCount = 0;
    const refresh = (): void => {
      const requestNumber = ++requestCount;
      void pictures.getCaptureAccess(tabId).then((access) => {
        if (requestNumber === requestCount && !controller.signal.aborted) setResult({ tabId, access });
      });
    };
    pictures.watchCaptureAccess(refresh, controller.signal);
    refresh();
    return () => controller.abort();
  }, [pictures, tabId, url]);
  return result?.tabId === tabId ? result.access : 'stands';
}
