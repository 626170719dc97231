/**
 * Reads what is selected in a tab: injects the script on demand and chooses the frame. The one rule: what a person selected
 * is never lost; where it cannot be read as it stands, the browser's plain text of it is what is given.
 */
import { TroubleError, type Trouble } from '../lib/base/errors.ts';
import {
  SELECTED_BOUNDS,
  type PlainSelection,
  type SelectedText,
  type Selections,
} from '../lib/pipeline/page/selected.ts';
import { check } from '../lib/protocol/check.ts';
import { bounded } from './bounded.ts';
import { runPackaged } from './packaged.ts';
import { pageTrouble } from './page-troubles.ts';

const READ_MS = 5_000;

/** `script`: the packaged script that defines `__klReadSelection` where it is injected. */
export function chromeSelections(script: string): Selections {
  return {
    async read(tabId, frame, fallback, signal) {
      signal.throwIfAborted();
      const found = await bounded({ signal, within: READ_MS, trouble: TOO_LONG }, () =>
        inject(tabId, frame, script, fallback.text),
      ).catch((thrown: unknown) => pageTrouble(tabId, thrown));
      signal.throwIfAborted();
      if (found !== null && !(found instanceof TroubleError)) return found;
      const plain = plainly(fallback);
      if (plain) return plain;
      throw found ?? new TroubleError(NOTHING);
    },
  };
}

/** What a frame answers. `rank`: how likely the person's last selection is in it. */
interface Answer {
  readonly rank: number;
  readonly selected: SelectedText | null;
}

async function inject(
  tabId: number,
  frame: number | null,
  script: string,
  plain: string,
): Promise<SelectedText | null> {
  const target = frame === null ? { tabId, allFrames: true } : { tabId, frameIds: [frame] };
  // at once: a frame that never finishes loading must not hold up the one with the selection
  await runPackaged(target, script, 'once');
  const answers = await chrome.scripting.executeScript({
    target,
    injectImmediately: true,
    args: [plain.slice(0, SELECTED_BOUNDS.text)],
    func: (told: string): Answer => {
      const inner = /^i?frame$/.test(document.activeElement?.localName ?? '');
      const rank = (document.hasFocus() ? 2 : 0) + (inner ? 0 : 1);
      return { rank, selected: globalThis.__klReadSelection?.(told) ?? null };
    },
  });
  let best: Answer | null = null;
  for (const { result } of answers) {
    const answer = answerIn(result);
    if (answer.selected && answer.rank > (best?.rank ?? -1)) best = answer;
  }
  return best?.selected ?? null;
}

/** A page's isolated world is ours, but what comes out of a renderer is checked before it is believed. */
function answerIn(value: unknown): Answer {
  const { rank, selected } = (value ?? {}) as { rank?: unknown; selected?: unknown };
  const checked = check('selected', selected);
  return { rank: typeof rank === 'number' ? rank : 0, selected: checked.ok ? checked.value : null };
}

/** What the browser told, without surroundings; null where it told nothing. */
function plainly({ text, url, title }: PlainSelection): SelectedText | null {
  const whole = text.trim();
  if (whole === '') return null;
  const kept = whole.slice(0, SELECTED_BOUNDS.text).replace(/[\ud800-\udbff]$/, '');
  return {
    url: url.slice(0, SELECTED_BOUNDS.url),
    title: title.slice(0, SELECTED_BOUNDS.line),
    site: URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '',
    language: '',
    path: [],
    text: kept,
    cut: kept.length < whole.length,
    before: '',
    after: '',
  };
}

const NOTHING: Trouble = {
  code: 'selection.none',
  message: 'Nothing is selected on this page.',
  cure: 'Select some text on the page, then try again.',
};
const TOO_LONG: Trouble = {
  code: 'page.timeout',
  message: 'Reading the selection took too long.',
  cure: 'Reload the page, select the text and try again.',
};
