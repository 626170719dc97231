/** Accepts pictures pasted or dropped anywhere. Pasted text still reaches the focused field. */
import { useEffect, useState } from 'react';
import { ASK_FIELD } from '../composer/ask-box.tsx';
import { usePanel } from '../panel-context.ts';
import { t } from '../strings/strings.ts';

export function PictureIntake() {
  const { panel } = usePanel();
  const [isDragging, setOver] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const listenTo = <K extends keyof DocumentEventMap>(
      name: K,
      listener: (event: DocumentEventMap[K]) => void,
    ): void => document.addEventListener(name, listener, { signal });
    listenTo('paste', (event) => {
      const pictures = listPictureFiles(event.clipboardData);
      if (event.defaultPrevented || pictures.length === 0 || isTyping(event)) return;
      event.preventDefault();
      void panel.pictures.attachFiles(pictures);
    });
    listenTo('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault(); // required to allow a drop; otherwise the browser would open the file
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    });
    listenTo('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    listenTo('drop', (event) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = Array.from(event.dataTransfer?.files ?? []);
      // other types are passed on too, to report what is wrong with them
      if (files.length > 0) void panel.pictures.attachFiles(files);
      else panel.pictures.showError(t.pictures.noFile);
    });
    return () => controller.abort();
  }, [panel]);
  return isDragging ? (
    <div className="drop-zone" aria-hidden="true">
      <p>{t.pictures.drop}</p>
    </div>
  ) : null;
}

const listPictureFiles = (data: DataTransfer | null): readonly File[] =>
  Array.from(data?.files ?? []).filter(({ type }) => type.startsWith('image/'));

/** True for other fields, and for a text with a picture, as office programs paste it. */
function isTyping({ target, clipboardData }: ClipboardEvent): boolean {
  const field = target instanceof Element ? target.closest('input, textarea, [contenteditable]') : null;
  if (field === null) return false;
  return field.id !== ASK_FIELD || clipboardData?.getData('text/plain').trim() !== '';
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
