/** What of the models' replies has come so far, by run and call. */
import type { Draft } from '../../lib/agent/storage-ports.ts';
import { omitUndefined } from '../../lib/base/loose.ts';

interface DraftText extends Pick<Draft, 'text' | 'reasoning'> {
  readonly tokens?: number;
}

export function createDraftTexts() {
  const byRun = new Map<string, Map<string, DraftText>>();
  return {
    /** Returns how long the draft was. The empty text begins it again. */
    append(runId: string, key: string, text: string, tokens?: number): number {
      const drafts = byRun.get(runId) ?? new Map<string, DraftText>();
      const previous: DraftText = (text === '' ? undefined : drafts.get(key)) ?? { text: '' };
      byRun.set(runId, drafts.set(key, { ...previous, text: previous.text + text, ...omitUndefined({ tokens }) }));
      return previous.text.length;
    },
    /** Does nothing for a draft that has not begun. */
    setReasoning(runId: string, key: string, reasoning: number): void {
      const drafts = byRun.get(runId);
      const draft = drafts?.get(key);
      if (draft) drafts?.set(key, { ...draft, reasoning });
    },
    remove(runId: string, key: string): void {
      const drafts = byRun.get(runId);
      if (drafts?.delete(key) === true && drafts.size === 0) byRun.delete(runId);
    },
    get: (runId: string): Iterable<readonly [key: string, DraftText]> => byRun.get(runId) ?? [],
    clear: (): void => byRun.clear(),
  };
}
