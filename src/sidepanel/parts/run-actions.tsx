/** What a run can be given to: history, a file, another try of the same question. */
import { useRef } from 'react';
import { exportLog, type LogFormat } from '../../lib/agent/logger.ts';
import { usePanel } from '../panel-context.ts';
import type { RunModel } from '../run.ts';
import { t } from '../strings.ts';

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
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (menu.current === null) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  const save = (format: LogFormat): void => {
    const { ending, mediaType } = FORMATS[format];
    host.save(`${nameOf(run)}.${ending}`, exportLog(run.frames, format), `${mediaType};charset=utf-8`);
    close();
  };
  return (
    <details
      className="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || menu.current?.open !== true) return;
        event.preventDefault(); // or it would stop a run
        close();
      }}
    >
      <summary className="quiet edged">{t.export}</summary>
      <div className="card">
        {(Object.keys(FORMATS) as LogFormat[]).map((format) => (
          <button key={format} type="button" className="quiet" onClick={() => save(format)}>
            {t.formats[format]}
          </button>
        ))}
      </div>
    </details>
  );
}

/** `knowledgelens-ask-2026-03-31`: what, and the day it began, in the person's time. */
function nameOf({ state }: RunModel): string {
  const began = new Date(state.startedAt);
  const day = [began.getFullYear(), began.getMonth() + 1, began.getDate()];
  return ['knowledgelens', state.spec?.job ?? 'run', ...day.map((part) => String(part).padStart(2, '0'))].join('-');
}
