/** What is to be done with a selection, in words: for a run, and for a search engine. */
import type { Wish } from '../lib/agent/frames.ts';
import { TroubleError } from '../lib/base/errors.ts';
import { WISHES } from '../lib/jobs/wishes.ts';
import type { Preset } from '../lib/protocol/settings.ts';
import type { Intent } from '../chrome/intents.ts';

/** Most that a search engine is given, in UTF-16 units. */
const SEARCH_LENGTH = 300;

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

/** One line, cut between words where it is too long. Throws a `TroubleError` where there is nothing to look for. */
export function searchWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') throw new TroubleError(NOTHING);
  if (line.length <= SEARCH_LENGTH) return line;
  const cut = line.slice(0, SEARCH_LENGTH + 1);
  return cut.slice(0, cut.includes(' ') ? cut.lastIndexOf(' ') : SEARCH_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

const NOTHING = {
  code: 'selection.none',
  message: 'Nothing is selected.',
  cure: 'Select some text on the page, then try again.',
};
