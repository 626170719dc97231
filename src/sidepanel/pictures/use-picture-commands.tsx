/** Actions that the browser does not allow stay visible and explain why. */
import { useEffect, useId, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { FILE_EXTENSIONS } from '../files/file-types.ts';
import { focusAskField } from '../parts/message-field.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { needsAccess } from '../access-actions.ts';
import { t } from '../strings/shell.ts';
import type { MenuItem } from '../parts/menu.tsx';
import { PICTURE_TYPES } from './picture-types.ts';
import { useShortcut } from '../parts/use-shortcut.ts';
import { AllowButton } from '../parts/allow-buttons.tsx';
import { QuietButton } from '../parts/button.tsx';

/** The actual type is checked when the file is attached. */
const ACCEPTED_TYPES = [...PICTURE_TYPES, ...FILE_EXTENSIONS].join(',');

interface PictureCommands {
  readonly commands: readonly MenuItem[];
  /** To be rendered beside them. */
  readonly extras: ReactNode;
}

/** `refusal`: why no picture can be taken now; '' if one can. */
export function usePictureCommands(refusal: string): PictureCommands {
  const { panel } = usePanel();
  const isAccessMissing = useCaptureAccess() === 'missing';
  const [isExplained, setExplained] = useState(false);
  const explanationId = useId();
  const file = useRef<HTMLInputElement>(null);
  const capture = (what: 'visible' | 'region'): void => {
    if (isAccessMissing) setExplained(true);
    else void panel.pictures.capture(what);
  };
  const attachFiles = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    void panel.attach(Array.from(target.files ?? []));
    target.value = ''; // so that choosing the same file again fires a change
  };
  const close = (): void => {
    setExplained(false);
    focusAskField();
  };
  const state = isAccessMissing ? { explainedBy: explanationId } : { refusal };
  const commands: readonly MenuItem[] = [
    { key: 'region', icon: 'region', label: t.pictures.region, act: () => capture('region'), ...state },
    { key: 'visible', label: t.pictures.visible, act: () => capture('visible'), ...state },
    { key: 'file', icon: 'clip', label: t.pictures.choose, act: () => file.current?.click() },
  ];
  const extras = (
    <>
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
  return { commands, extras };
}

interface CaptureAccessNoteProps {
  readonly id: string;
  readonly shown: boolean;
  readonly close: () => void;
}

function CaptureAccessNote({ id, shown, close }: CaptureAccessNoteProps) {
  const shortcut = useShortcut('open');
  // if the page cannot be read either, its card has this button
  const isOfferedAbove = useModel(needsAccess);
  return (
    <div className={shown ? 'stack no-capture note' : 'unseen'} role="status">
      <p id={id}>{t.pictures.noAccess(shortcut)}</p>
      {shown && (
        <>
          <p>{t.pictures.stillChoose}</p>
          <div className="row">
            {!isOfferedAbove && <AllowButton />}
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
