/**
 * Pictures that are pasted or dropped anywhere in the panel. The one rule: a text is never taken away from a field that it was
 * meant for, and only files are.
 */
import { useEffect, useState } from 'react';
import { ASK_FIELD } from '../parts/ask-box.tsx';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings.ts';

export function PictureIntake() {
  const { panel } = usePanel();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const on = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void): void =>
      document.addEventListener(name, listener, { signal });
    on('paste', (event) => {
      const pictures = picturesIn(event.clipboardData);
      if (event.defaultPrevented || pictures.length === 0 || isTyping(event)) return;
      event.preventDefault();
      void panel.pictures.bring(pictures);
    });
    on('dragover', (event) => {
      if (!bringsFiles(event)) return;
      event.preventDefault(); // without it nothing can be dropped, and the browser would open the file
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    });
    on('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    on('drop', (event) => {
      setOver(false);
      if (!bringsFiles(event)) return;
      event.preventDefault();
      const files = Array.from(event.dataTransfer?.files ?? []);
      // a file that is no picture is looked at too: what is wrong with it is said then
      if (files.length > 0) void panel.pictures.bring(files);
      else panel.pictures.tell(t.pictures.noFile);
    });
    return () => gone.abort();
  }, [panel]);
  return over ? (
    <div className="drop-zone" aria-hidden="true">
      <p>{t.pictures.drop}</p>
    </div>
  ) : null;
}

const picturesIn = (data: DataTransfer | null): readonly File[] =>
  Array.from(data?.files ?? []).filter(({ type }) => type.startsWith('image/'));

/** Into another field than the one to ask in, or a text that came with its picture, as office programs give it. */
function isTyping({ target, clipboardData }: ClipboardEvent): boolean {
  const field = target instanceof Element ? target.closest('input, textarea, [contenteditable]') : null;
  if (field === null) return false;
  return field.id !== ASK_FIELD || clipboardData?.getData('text/plain').trim() !== '';
}

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
