import { useEffect, useMemo, useState } from 'react';
import { findTables } from '../../lib/pipeline/text/markdown-table.ts';
import { usePanel } from '../panel-context.ts';
import { focusAskField } from '../parts/message-field.tsx';
import { Icon } from '../parts/icons.tsx';
import type { AttachedPicture } from '../panel-model.ts';
import { t } from '../strings/strings.ts';
import { useQuestionPictures } from './use-question-pictures.ts';
import { Button, QuietButton } from '../parts/button.tsx';

const FEEDBACK_MS = 2500;

interface PictureButtonsProps {
  readonly picture: AttachedPicture;
  readonly text: string;
  readonly undo: (() => void) | null;
}

export function PictureButtons({ picture, text, undo }: PictureButtonsProps) {
  const { host, panel } = usePanel();
  const isAttached = useQuestionPictures().some(({ hash }) => hash === picture.hash);
  const [feedback, setFeedback] = useState<string | null>(null);
  useEffect(() => {
    if (feedback === null) return;
    const timer = setTimeout(() => setFeedback(null), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [feedback]);
  const hasTable = useMemo(() => findTables(text).length > 0, [text]);
  const say = (copied: Promise<void>, words: string): void => {
    copied.then(
      () => setFeedback(words),
      () => setFeedback(t.copyFailed),
    );
  };
  const copyTables = async (): Promise<void> => {
    const { formatTables } = await import('./copy-tables.ts');
    const { tsv, html } = formatTables(text);
    await host.copyRich(tsv, html);
  };
  const attachToQuestion = (): void => {
    if (!isAttached) panel.pictures.attachStored(picture);
    focusAskField();
  };
  return (
    <div className="row">
      {text !== '' && (
        <Button className="button accent small" onClick={() => say(host.copy(text), t.pictures.copied)}>
          <Icon name={feedback === t.pictures.copied ? 'check' : 'copy'} />
          {t.pictures.copy}
        </Button>
      )}
      {hasTable && (
        <Button className="button small" onClick={() => say(copyTables(), t.pictures.tableCopied)}>
          {t.pictures.copyTable}
        </Button>
      )}
      {(text === '' || !isAttached) && (
        <Button className="button small" onClick={attachToQuestion}>
          {t.pictures.ask}
        </Button>
      )}
      {undo !== null && (
        <QuietButton
          look="edged"
          onClick={() => {
            undo();
            setFeedback(t.pictures.undone);
          }}
        >
          {t.pictures.undo}
        </QuietButton>
      )}
      <span className="fine" aria-live="polite">
        {feedback}
      </span>
    </div>
  );
}
