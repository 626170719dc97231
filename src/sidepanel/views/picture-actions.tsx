/** What can be done with a picture and its text. */
import { useEffect, useState } from 'react';
import { useModel, usePanel } from '../panel-context.ts';
import { ASK_FIELD } from '../parts/ask-box.tsx';
import { Icon } from '../parts/icons.tsx';
import { useAskedPictures } from '../parts/use-asked-pictures.ts';
import type { BroughtPicture } from '../reduce.ts';
import { t } from '../strings.ts';

const SHOWN_MS = 2500;

interface PictureActionsProps {
  readonly picture: BroughtPicture;
  readonly text: string;
  /** Null where nothing was changed. */
  readonly undo: (() => void) | null;
}

export function PictureActions({ picture, text, undo }: PictureActionsProps) {
  const { host, panel } = usePanel();
  const asked = useAskedPictures();
  const canAsk = useModel((model) => model.history?.open !== null);
  const [said, setSaid] = useState<{ readonly words: string; readonly good: boolean } | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (): void => {
    host.copy(text).then(
      () => setSaid({ words: t.pictures.copied, good: true }),
      () => setSaid({ words: t.copyFailed, good: false }),
    );
  };
  const ask = (): void => {
    if (!asked.some(({ hash }) => hash === picture.hash)) panel.pictures.ask(picture);
    document.getElementById(ASK_FIELD)?.focus();
  };
  return (
    <div className="row">
      {text !== '' && (
        <button type="button" className="button" onClick={copy}>
          <Icon name={said?.good === true ? 'check' : 'copy'} />
          {t.pictures.copy}
        </button>
      )}
      {canAsk && (
        <button type="button" className="button" onClick={ask}>
          {t.pictures.ask}
        </button>
      )}
      {undo !== null && (
        <button
          type="button"
          className="quiet edged"
          onClick={() => {
            undo();
            setSaid({ words: t.pictures.undone, good: false });
          }}
        >
          {t.pictures.undo}
        </button>
      )}
      <span className="fine" aria-live="polite">
        {said?.words}
      </span>
    </div>
  );
}
