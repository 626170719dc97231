/** Starts what a press on a selection asks for. */
import { collapseWhitespace, truncate } from '../../lib/base/one-line.ts';
import { PREVIEW_LENGTH, type About } from '../../chrome/storage/session-items.ts';
import type { Intent } from '../../chrome/storage/presses.ts';
import { EMPTY_REQUEST, type RunSpec, type RunConfig, type RunRequest } from '../../lib/agent/frames/frames.ts';
import type { Blobs } from '../../lib/agent/ports.ts';
import { limitTime, type Clock } from '../../lib/base/clock.ts';
import { UserFacingError } from '../../lib/base/errors.ts';
import type { SelectedText, Selections } from '../../lib/pipeline/page/selection/selection.ts';
import type { Preset } from '../../lib/protocol/settings/settings.ts';
import { findSelectionAction, insertLanguage } from '../../lib/jobs/selection-actions.ts';
import type { PictureService } from './picturing.ts';

export type SelectionPress = Omit<Intent, 'at'>;

export interface SelectionStarterDeps {
  readonly ready: Promise<unknown>;
  readonly selections: Selections;
  readonly blobs: Pick<Blobs, 'put'>;
  readonly runs: {
    readonly start: (spec: RunSpec) => Promise<string>;
    readonly summarise: (tabId: number, runId: string) => Promise<string>;
    readonly has: (runId: string) => Promise<boolean>;
  };
  readonly picturing: Pick<PictureService, 'takePicture' | 'readImage'>;
  readonly config: () => Promise<RunConfig>;
  readonly loadPresets: () => Promise<readonly Preset[]>;
  /** A BCP 47 tag. */
  readonly getLanguage: () => string;
  /** The same, to translate into. */
  readonly loadTranslationLanguage: () => Promise<string>;
  readonly about: { readonly set: (about: About) => Promise<void> };
  readonly clock: Clock;
}

const READ_MS = 10_000;

/** Returns the run's id, or '' if the action starts none. Rejects with a `UserFacingError`, or once overtaken. */
export type StartSelection = (pressed: SelectionPress, overtaken: AbortSignal) => Promise<string>;

export function createSelectionStarter(deps: SelectionStarterDeps): StartSelection {
  const { ready, blobs, runs, clock } = deps;
  return async (pressed, overtaken) => {
    const { tabId, frame, action, text, url, title, commandId } = pressed;
    await ready;
    if (await runs.has(commandId)) return commandId; // repeated press; the selection may have changed since
    if (action === 'summarise') return runs.summarise(tabId, commandId);
    if (action === 'read-region') return (await deps.picturing.takePicture(tabId, 'region', commandId)).runId;
    if (action === 'read-image') return deps.picturing.readImage(pressed, overtaken);
    const selected = await limitTime(clock, READ_MS, (late) =>
      deps.selections.read(tabId, frame, { text, url, title }, AbortSignal.any([overtaken, late])),
    );
    const selection = await blobs.put(JSON.stringify(selected));
    overtaken.throwIfAborted();
    const isSearch = pressed.isFromPage === true && findSelectionAction(action)?.job === 'research';
    if (action === 'ask' || isSearch) {
      await deps.about.set({ tabId, hash: selection, ...createPreview(selected), isSearch, at: clock.now() });
      return '';
    }
    const language = action === 'translate' ? await deps.loadTranslationLanguage() : deps.getLanguage();
    const request = createRequest(pressed, await deps.loadPresets(), language);
    const config = await deps.config();
    overtaken.throwIfAborted();
    return runs.start({
      ...{ runId: commandId, sub: null },
      ...{ ...EMPTY_REQUEST, ...request, tabId, selection, language },
      ...config,
    });
  };
}

/** Throws a `UserFacingError` if the preset no longer exists. */
function createRequest(
  { action, preset }: SelectionPress,
  presets: readonly Preset[],
  language: string,
): Pick<RunRequest, 'job' | 'goal' | 'action'> {
  const chosen = findSelectionAction(action);
  if (chosen?.job) return { job: chosen.job, goal: insertLanguage(chosen.prompt, language), action };
  const { prompt: goal } = presets.find(({ id }) => id === preset) ?? {};
  if (goal === undefined)
    throw new UserFacingError({
      code: 'preset.gone',
      message: 'This custom action is no longer there.',
      hint: 'Choose another, or add it again in Settings, under Selection.',
    });
  return { job: 'rewrite', goal, action };
}

const createPreview = ({ text, url, title }: SelectedText): Pick<About, 'preview' | 'url' | 'title'> => ({
  preview: truncate(collapseWhitespace(text), PREVIEW_LENGTH),
  url,
  title,
});
