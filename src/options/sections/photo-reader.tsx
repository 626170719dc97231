/** Adds and removes the files that photographed text is read with; they come only from the user's disk. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { PHOTO_MODELS, PHOTO_MODELS_AT, type PhotoModel } from '../../lib/pipeline/ocr/photo/models.ts';
import type { OptionsHost } from '../host.ts';
import { Button, FilePicker } from '../parts/button.tsx';
import { formatFileError, Message, Section, useMessage } from '../parts/section.tsx';
import { t } from '../strings/strings.ts';

export function PhotoReader({ host }: { readonly host: OptionsHost }) {
  const [added, setAdded] = useState<readonly PhotoModel[] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { message, showMessage, showError } = useMessage();
  const heading = useRef<HTMLHeadingElement>(null);
  const showFailure = useCallback((thrown: unknown) => showError(formatFileError(thrown)), [showError]);
  const load = useCallback(() => host.photoModels.list().then(setAdded), [host]);
  useEffect(() => {
    load().catch(showFailure);
  }, [load, showFailure]);

  const add = async (files: readonly File[]): Promise<void> => {
    showMessage(t.photoReaderAdding);
    setBusy(true);
    try {
      await host.photoModels.add(files);
      await load();
      showMessage(t.photoReaderThere(files.length));
      heading.current?.focus(); // the picker may be gone
    } finally {
      setBusy(false);
    }
  };
  const remove = async (): Promise<void> => {
    await host.photoModels.remove();
    await load();
    showMessage(t.removed(t.photoReader));
    heading.current?.focus(); // the pressed button is gone
  };
  const missing = PHOTO_MODELS.filter((model) => !added?.includes(model));
  return (
    <Section id="photo-reader" title={t.photoReader} help={t.photoReaderHelp} heading={heading}>
      {added !== null && added.length > 0 && (
        <p className="row">
          <span>
            {missing[0]
              ? t.photoReaderMissing(missing[0].file)
              : t.photoReaderAdded(added.reduce((sum, { bytes }) => sum + bytes, 0))}
          </span>
          <Button
            look="small"
            aria-label={t.removeLabel(t.photoReader)}
            onClick={() => void remove().catch(showFailure)}
          >
            {t.remove}
          </Button>
        </p>
      )}
      {added !== null && missing.length > 0 && (
        <div className="part">
          <FilePicker
            label={t.addPhotoReader}
            accept=".onnx"
            multiple
            onFile={(...files) => isBusy || void add(files).catch(showFailure)}
          />
          <p className="fine">{t.addPhotoReaderHelp}</p>
          <ul className="fine">
            {missing.map(({ file }) => (
              <li key={file}>
                <a href={`${PHOTO_MODELS_AT}/${file}`} target="_blank" rel="noreferrer">
                  {file}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Message {...message} />
    </Section>
  );
}
