import { exportLog, type LogFormat } from '../../lib/agent/log/logger.ts';
import { usePanel } from '../panel-context.ts';
import type { RunModel } from './run-model.ts';
import { t } from '../strings/strings.ts';
import { Menu } from '../parts/menu.tsx';
import { useEffect, useState } from 'react';
import { Icon } from '../parts/icons.tsx';
import { QuietButton } from '../parts/button.tsx';

export function PinButton({ runId, pinned }: { readonly runId: string; readonly pinned: boolean }) {
  const { panel } = usePanel();
  return (
    <QuietButton
      look="edged"
      aria-pressed={pinned}
      title={t.history.pinHint}
      onClick={() => void panel.pin(runId, !pinned)}
    >
      {t.history.pin}
    </QuietButton>
  );
}

const FORMATS: Readonly<Record<LogFormat, { readonly extension: string; readonly mediaType: string }>> = {
  ndjson: { extension: 'ndjson', mediaType: 'application/x-ndjson' },
  json: { extension: 'json', mediaType: 'application/json' },
  markdown: { extension: 'md', mediaType: 'text/markdown' },
};

export function ExportMenu({ run }: { readonly run: RunModel }) {
  const { host } = usePanel();
  const save = (format: LogFormat): void => {
    const { extension: ending, mediaType } = FORMATS[format];
    host.save(`${createFileName(run)}.${ending}`, exportLog(run.frames, format), `${mediaType};charset=utf-8`);
  };
  const items = (Object.keys(FORMATS) as LogFormat[]).map((format) => ({
    key: format,
    label: t.formats[format],
    act: () => save(format),
  }));
  return (
    <Menu items={items} hint="">
      {t.export}
    </Menu>
  );
}

/** The day in local time. */
function createFileName({ state }: RunModel): string {
  const began = new Date(state.startedAt);
  const day = [began.getFullYear(), began.getMonth() + 1, began.getDate()];
  return ['knowledgelens', state.spec?.job ?? 'run', ...day.map((part) => String(part).padStart(2, '0'))].join('-');
}

const CONFIRMATION_MS = 2500;

interface CopyButtonProps {
  readonly format: () => string;
  readonly look?: 'edged';
}

export function CopyButton({ format, ...look }: CopyButtonProps) {
  const { host } = usePanel();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = (): void => {
    host.copy(format()).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <>
      <QuietButton {...look} onClick={copy}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
        {outcome === 'copied' ? t.copied : t.copy}
      </QuietButton>
      <span className={outcome === 'failed' ? 'fine' : 'unseen'} aria-live="polite">
        {outcome === 'copied' && t.copiedSaid}
        {outcome === 'failed' && t.copyFailed}
      </span>
    </>
  );
}
