import type { RunRequest } from '../lib/agent/frames/frames.ts';
import { UserFacingError } from '../lib/base/errors.ts';
import { SELECTION_GOALS } from '../lib/jobs/wishes.ts';
import type { Preset } from '../lib/protocol/settings.ts';
import type { Intent } from '../chrome/storage/intents.ts';

/** `language`: its English name. Throws a `UserFacingError` if the preset no longer exists. */
export function toSelectionRequest(
  { action, preset }: Pick<Intent, 'action' | 'preset'>,
  presets: readonly Preset[],
  language: string,
): Pick<RunRequest, 'job' | 'goal'> {
  switch (action) {
    case 'simplify':
      return { job: 'rewrite', goal: SELECTION_GOALS.simplify };
    case 'translate':
      return { job: 'rewrite', goal: SELECTION_GOALS.translate(language) };
    case 'search':
      return { job: 'research', goal: SELECTION_GOALS.search };
    case 'preset': {
      const chosen = presets.find(({ id }) => id === preset);
      if (chosen) return { job: 'rewrite', goal: chosen.prompt };
      throw new UserFacingError({
        code: 'preset.gone',
        message: 'This preset is no longer there.',
        hint: 'Look at the list in Settings.',
      });
    }
    default:
      return { job: 'explain', goal: SELECTION_GOALS.explain };
  }
}
