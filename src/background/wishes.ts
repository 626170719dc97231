/** What is to be done with a selection, in the words that a run is asked with. */
import type { Wish } from '../lib/agent/frames.ts';
import { TroubleError } from '../lib/base/errors.ts';
import { WISHES } from '../lib/jobs/wishes.ts';
import type { Preset } from '../lib/protocol/settings.ts';
import type { Intent } from '../chrome/intents.ts';

/** `language`: the English name of the person's. Throws a `TroubleError` for a preset that is gone. */
export function selectionWish(
  { action, preset }: Pick<Intent, 'action' | 'preset'>,
  presets: readonly Preset[],
  language: string,
): Pick<Wish, 'job' | 'goal'> {
  switch (action) {
    case 'simplify':
      return { job: 'rewrite', goal: WISHES.simplify };
    case 'translate':
      return { job: 'rewrite', goal: WISHES.translate(language) };
    case 'search':
      return { job: 'research', goal: WISHES.search };
    case 'preset': {
      const own = presets.find(({ id }) => id === preset);
      if (own) return { job: 'rewrite', goal: own.prompt };
      throw new TroubleError({
        code: 'preset.gone',
        message: 'This preset is no longer there.',
        cure: 'Look at the list in Settings.',
      });
    }
    default:
      return { job: 'explain', goal: WISHES.explain };
  }
}
