/** What a run can be given to: history, a file, another try of the same question. */
import { exportLog, type LogFormat } from '../../lib/agent/logger.ts';
import { usePanel } from '../panel-context.ts';
import type { RunModel } from '../run.ts';
import { t } from '../strings.ts';
import { Menu } from './menu.tsx';

interface KeepProps {
  readonly runId: string;
  readonly kept: boolean;
}

export function Keep({ runId, kept }: KeepProps) {
  const { panel } = usePanel();
  return (
    <button
      type="button"
      className="quiet edged"
      aria-pressed={kept}
      title={t.keepHint}
      onClick={() => void panel.keep(runId, !kept)}
    >
      {t.keep}
    </button>
  );
}

const FORMATS: Readonly<Record<LogFormat, { readonly ending: string; readonly mediaType: string }>> = {
  ndjson: { ending: 'ndjson', mediaType: 'application/x-ndjson' },
  json: { ending: 'json', mediaType: 'application/json' },
  markdown: { ending: 'md', mediaType: 'text/markdown' },
};

export function Export({ run }: { readonly run: RunModel }) {
  const { host } = usePanel();
  const save = (format: LogFormat): void => {
    const { ending, mediaType } = FORMATS[format];
    host.save(`${nameOf(run)}.${ending}`, exportLog(run.frames, format), `${mediaType};charset=utf-8`);
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

/** `knowledgelens-ask-2026-03-31`: what, and the day it began, in the person's time. */
function nameOf({ state }: RunModel): string {
  const began = new Date(state.startedAt);
  const day = [began.getFullYear(), began.getMonth() + 1, began.getDate()];
  return ['knowledgelens', state.spec?.job ?? 'run', ...day.map((part) => String(part).padStart(2, '0'))].join('-');
}
