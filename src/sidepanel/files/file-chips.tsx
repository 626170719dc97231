import { useCallback } from 'react';
import { Chip, ChipRunButton } from '../composer/chips.tsx';
import { useModel, usePanel } from '../panel-context.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { isolateLine } from '../../lib/base/one-line.ts';
import { formatLikelyCost, listCostFacts, type JobEstimate } from '../receipt/estimate-facts.ts';
import { t } from '../strings/shell.ts';
import type { QuestionFile } from './question-files.ts';

export function FileChips({ files }: { readonly files: readonly QuestionFile[] }) {
  const { panel } = usePanel();
  const inHistory = useModel((model) => Boolean(model.history?.open));
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
          {!file.stays && !inHistory && <SummariseButton file={file} />}
        </Chip>
      ))}
    </ul>
  );
}

function SummariseButton({ file }: { readonly file: QuestionFile }) {
  const { panel } = usePanel();
  const estimate = useSummaryEstimate(file);
  return (
    <ChipRunButton
      title={estimate === null ? '' : listCostFacts(estimate, t.free).join(' · ')}
      run={() => panel.files.summarise(file)}
    >
      {t.files.summary}
      <span className="unseen"> {isolateLine(file.name)}</span>
      {estimate !== null && ` · ${formatLikelyCost(estimate)}`}
    </ChipRunButton>
  );
}

/** Null until the file is read, and if it cannot be: then the summary says why. */
function useSummaryEstimate({ hash, name }: QuestionFile): JobEstimate | null {
  const { host } = usePanel();
  const load = useCallback(async () => {
    const reply = await host.request('file.estimate', { file: { hash, name } });
    return reply.ok ? reply.value.estimate : null;
  }, [host, hash, name]);
  return useLoaded(load, host.watchSettings) ?? null;
}
