/** Offers for a few seconds to undo the last deletion. */
import { useLayoutEffect, useRef } from 'react';
import { isolateLine } from '../../lib/base/one-line.ts';
import { useModel, usePanel } from '../panel-context.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../strings/strings.ts';
import { formatRunTitle } from './run-changes.tsx';

export function UndoBar() {
  const deletion = useModel((model) => model.deletion);
  return (
    <div className={deletion === null ? 'unseen' : 'undo'}>
      <p role="status">{deletion !== null && t.history.deleted(isolateLine(formatRunTitle(deletion)))}</p>
      {deletion !== null && <UndoButton key={deletion.runId} />}
    </div>
  );
}

/** Takes the focus from what was deleted, and leaves it to the page's title. */
function UndoButton() {
  const { panel } = usePanel();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    element?.focus();
    return () => {
      if (document.activeElement === element) document.querySelector<HTMLElement>('.page-title')?.focus();
    };
  }, []);
  return (
    <Button ref={button} onClick={() => void panel.undoDeletion()}>
      {t.history.undo}
    </Button>
  );
}
