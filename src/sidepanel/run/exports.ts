/** A conversation as a file. */
import { exportLog, type LogFormat } from '../../lib/agent/log/trajectory-log.ts';
import type { PanelHost } from '../../chrome/panel/panel-host.ts';
import type { MenuItem } from '../parts/menu.tsx';
import { t } from '../strings/strings.ts';
import type { RunModel } from './run-model.ts';

/** As they are offered. */
const FORMATS: Readonly<Record<LogFormat, { readonly extension: string; readonly mediaType: string }>> = {
  markdown: { extension: 'md', mediaType: 'text/markdown' },
  json: { extension: 'json', mediaType: 'application/json' },
  ndjson: { extension: 'ndjson', mediaType: 'application/x-ndjson' },
};

export function listExports(run: RunModel, save: PanelHost['save']): readonly MenuItem[] {
  return (Object.keys(FORMATS) as LogFormat[]).map((format) => ({
    key: format,
    label: t.exportAs(t.formats[format]),
    startsGroup: format === 'markdown',
    act: () => {
      const { extension, mediaType } = FORMATS[format];
      save(`${createFileName(run)}.${extension}`, exportLog(run.frames, format), `${mediaType};charset=utf-8`);
    },
  }));
}

/** The day in local time. */
function createFileName({ state }: RunModel): string {
  const began = new Date(state.startedAt);
  const day = [began.getFullYear(), began.getMonth() + 1, began.getDate()];
  return ['knowledgelens', state.spec?.job ?? 'run', ...day.map((part) => String(part).padStart(2, '0'))].join('-');
}
