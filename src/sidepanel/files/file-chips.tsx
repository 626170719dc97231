import { Chip } from '../composer/chips.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { QuietButton } from '../parts/button.tsx';
import { isolateLine } from '../../lib/base/one-line.ts';
import { getStage } from '../run/stage.ts';
import { t } from '../strings/shell.ts';
import type { QuestionFile } from './question-files.ts';

export function FileChips({ files }: { readonly files: readonly QuestionFile[] }) {
  const { panel } = usePanel();
  const isBusy = useModel((model) => getStage(model) === 'running' || model.pending !== null);
  const inHistory = useModel((model) => Boolean(model.history?.open));
  if (files.length === 0) return null;
  return (
    <ul className="row gap-1 chips" aria-label={t.files.attached}>
      {files.map((file) => (
        <Chip
          key={file.hash}
          text={file.name}
          dropLabel={t.pictures.leaveOut(isolateLine(file.name))}
          drop={() => panel.leaveOut(file.hash)}
        >
          {file.stays && <span className="fine">{t.pictures.stays}</span>}
          {!file.stays && !inHistory && (
            <QuietButton
              look="edged"
              aria-label={t.files.summarise(isolateLine(file.name))}
              aria-disabled={isBusy}
              onClick={() => {
                if (!isBusy) void panel.files.summarise(file);
              }}
            >
              {t.files.summary}
            </QuietButton>
          )}
        </Chip>
      ))}
    </ul>
  );
}
