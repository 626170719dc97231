/** Accepts pictures pasted, and pictures and files dropped, anywhere. Pasted text still reaches the focused field. */
import { useEffect, useState } from 'react';
import { FILE_TYPES } from '../files/file-types.ts';
import { ASK_FIELD } from '../parts/message-field.tsx';
import { usePanel } from '../panel-context.ts';
import { PICTURE_TYPES } from './picture-types.ts';
import { t } from '../strings/shell.ts';

export function PictureIntake() {
  const { panel } = usePanel();
  const [isDragging, setOver] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    /** Whether agents are in view: what is attached would not be seen. */
    const isHidden = (): boolean => panel.store.getState().agentsPage !== null;
    const listenTo = <K extends keyof DocumentEventMap>(
      name: K,
      listener: (event: DocumentEventMap[K]) => void,
    ): void => document.addEventListener(name, listener, { signal });
    listenTo('paste', (event) => {
      const pictures = listPictureFiles(event.clipboardData);
      if (event.defaultPrevented || pictures.length === 0 || isTyping(event) || isHidden()) return;
      event.preventDefault();
      void panel.attach(pictures);
    });
    listenTo('dragover', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault(); // required to allow a drop; otherwise the browser would open the file
      const isTaken = mayHoldTaken(event.dataTransfer) && !isHidden();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
      setOver(isTaken);
    });
    listenTo('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setOver(false);
    });
    listenTo('drop', (event) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (isHidden()) return;
      const files = Array.from(event.dataTransfer?.files ?? []);
      if (files.length > 0) void panel.attach(files);
      else panel.pictures.showError(t.pictures.noFile);
    });
    return () => controller.abort();
  }, [panel]);
  return isDragging ? (
    <div className="drop-zone title strong" aria-hidden="true">
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

/** Whether one of the files may be of a type that is taken. Until they are dropped, only their types are told: '' if unknown. */
function mayHoldTaken(data: DataTransfer | null): boolean {
  const types = Array.from(data?.items ?? []).flatMap(({ kind, type }) => (kind === 'file' ? [type] : []));
  return types.length === 0 || types.some((type) => TAKEN_TYPES.includes(type));
}

const TAKEN_TYPES = ['', ...PICTURE_TYPES, ...FILE_TYPES];

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
