import { exportLog, type LogFormat } from '../../lib/agent/log/trajectory-log.ts';
import { usePanel } from '../panel-context.ts';
import type { RunModel } from './run-model.ts';
import { t } from '../strings/strings.ts';
import { Menu } from '../parts/menu.tsx';
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

/** As they are offered. */
const FORMATS: Readonly<Record<LogFormat, { readonly extension: string; readonly mediaType: string }>> = {
  markdown: { extension: 'md', mediaType: 'text/markdown' },
  json: { extension: 'json', mediaType: 'application/json' },
  ndjson: { extension: 'ndjson', mediaType: 'application/x-ndjson' },
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
