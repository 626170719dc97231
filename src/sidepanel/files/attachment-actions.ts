/** Attaching pictures and files to the next question. A failure is shown on a card; what was attached before stays. */
import type { Payload } from '../../chrome/send-request.ts';
import type { RequestFile } from '../../lib/agent/frames/frames.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import { MAX_DISCARDED, MAX_FILES, MAX_FILE_NAME } from '../../lib/protocol/requests/bounds.ts';
import { isLive } from '../run/stage.ts';
import { createPictureActions } from '../pictures/picture-actions.ts';
import type { PanelDeps, PanelModel } from '../panel-model.ts';
import { t } from '../strings/shell.ts';
import { getAttachedFiles } from './question-files.ts';

type Deps = Parameters<typeof createPictureActions>[0] & FileActionsDeps;

export function createAttachmentActions(deps: Deps) {
  const [pictures, files] = [createPictureActions(deps), createFileActions(deps)];
  const { host, model, change } = deps;
  /** Whether a question on its way, or one that is queued while a run goes on, may name it: the worker deletes later what none names. */
  const mayBeNamed = (): boolean => model().pending !== null || isLive(model().run?.state.status);
  /** Sent at once, so that a panel that closes can do it. */
  const discard = (hashes: readonly string[]): void => {
    if (hashes.length > 0)
      void host.request('attachment.discard', { hashes: [...new Set(hashes)].slice(0, MAX_DISCARDED) });
  };
  return {
    pictures,
    files,
    leaveOut(hash: string) {
      const wasAttached = listAttachedHashes(model()).includes(hash);
      change({ type: 'excluded', tabId: model().tab?.tabId ?? -1, hash });
      if (wasAttached && !mayBeNamed() && !listAttachedHashes(model()).includes(hash)) discard([hash]);
    },
    /** When the panel closes, and what is attached is lost with it. A question on its way may name it. */
    discardAll() {
      if (model().pending === null) discard(listAttachedHashes(model()));
    },
    /** Files of any kind that the user chose, dropped or pasted. */
    async attach(chosen: readonly File[]) {
      deps.change({ type: 'clear-refusal' });
      const isPicture = ({ type }: File): boolean => type.startsWith('image/');
      const tabId = deps.model().tab?.tabId ?? -1; // the user may go to another tab meanwhile
      await pictures.attachFiles(chosen.filter(isPicture));
      await files.attach(
        tabId,
        chosen.filter((file) => !isPicture(file)),
      );
    },
  };
}

/** Beside any tab. */
const listAttachedHashes = ({ attachedPictures, attachedFiles }: PanelModel): readonly string[] =>
  [...attachedPictures.values(), ...attachedFiles.values()].flat().map(({ hash }) => hash);

interface FileActionsDeps extends PanelDeps<'pictures' | 'request'> {
  readonly startRun: (name: 'run.start', what: Omit<Payload<'run.start'>, 'tabId' | 'commandId'>) => Promise<boolean>;
}

function createFileActions({ host: { pictures: host }, model, change, startRun }: FileActionsDeps) {
  return {
    async attach(tabId: number, files: readonly File[]) {
      for (const file of files) {
        if (getAttachedFiles(model(), tabId).length >= MAX_FILES) {
          change({ type: 'failed', tabId, error: t.files.tooMany(MAX_FILES) });
          return;
        }
        try {
          const hash = await host.saveFile(file);
          change({ type: 'attach-file', tabId, file: { hash, name: file.name.slice(-MAX_FILE_NAME) } });
        } catch (thrown) {
          change({ type: 'failed', tabId, error: thrown instanceof UserFacingError ? thrown.error : t.files.notKept });
        }
      }
    },
    async summarise({ hash, name }: RequestFile) {
      const tabId = model().tab?.tabId ?? -1;
      const begun = await startRun('run.start', { job: 'summarise', files: [{ hash, name }] });
      if (begun) change({ type: 'asked', tabId, hashes: [hash] });
    },
  };
}
