/** Reads the selection in a tab; falls back to the browser's plain text of it. */
import { getSiteName } from '../../lib/base/urls.ts';
import { UserFacingError, type UserError } from '../../lib/base/errors.ts';
import {
  SELECTED_BOUNDS,
  type PlainSelection,
  type SelectedText,
  type Selections,
} from '../../lib/pipeline/page/selection/selection.ts';
import { check } from '../../lib/protocol/check.ts';
import { callInFrames, withPageErrors } from './page-scripts.ts';

const READ_MS = 5_000;

export function createChromeSelections(script: string): Selections {
  return {
    async read(tabId, frame, fallback, signal) {
      signal.throwIfAborted();
      let failure: unknown = new UserFacingError(NO_SELECTION_ERROR);
      const limits = { signal, timeoutMs: READ_MS, error: TIMEOUT_ERROR };
      const selected = await withPageErrors(tabId, limits, () =>
        readInFrames(tabId, frame, script, fallback.text),
      ).catch((thrown: unknown) => {
        failure = thrown;
        return null;
      });
      signal.throwIfAborted();
      const found = selected ?? toSelectedText(fallback);
      if (found) return found;
      throw failure;
    },
  };
}

/** `rank`: how likely the frame holds the user's latest selection. */
interface FrameSelection {
  readonly rank: number;
  readonly selected: SelectedText | null;
}

async function readInFrames(
  tabId: number,
  frame: number | null,
  script: string,
  plain: string,
): Promise<SelectedText | null> {
  const target = frame === null ? { tabId, allFrames: true } : { tabId, frameIds: [frame] };
  const answers = await callInFrames(
    { target, script, at: 'once' }, // without waiting: a frame that never finishes loading must not delay the others
    (plainText): FrameSelection => {
      const inner = /^i?frame$/.test(document.activeElement?.localName ?? '');
      const rank = (document.hasFocus() ? 2 : 0) + (inner ? 0 : 1);
      return { rank, selected: globalThis.__klReadSelection?.(plainText) ?? null };
    },
    plain.slice(0, SELECTED_BOUNDS.text),
  );
  let best: FrameSelection | null = null;
  for (const answer of answers.map(parseFrameSelection)) {
    if (answer.selected && answer.rank > (best?.rank ?? -1)) best = answer;
  }
  return best?.selected ?? null;
}

/** Data from a renderer is not trusted. */
function parseFrameSelection(value: unknown): FrameSelection {
  const { rank, selected } = (value ?? {}) as { rank?: unknown; selected?: unknown };
  const checked = check('selected', selected);
  return { rank: typeof rank === 'number' ? rank : 0, selected: checked.ok ? checked.value : null };
}

/** Null if the text is empty. */
function toSelectedText({ text, url, title }: PlainSelection): SelectedText | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const truncated = trimmed.slice(0, SELECTED_BOUNDS.text).replace(/[\ud800-\udbff]$/, '');
  return {
    url: url.slice(0, SELECTED_BOUNDS.url),
    title: title.slice(0, SELECTED_BOUNDS.line),
    site: getSiteName(url),
    language: '',
    path: [],
    text: truncated,
    cut: truncated.length < trimmed.length,
    before: '',
    after: '',
  };
}

const NO_SELECTION_ERROR: UserError = {
  code: 'selection.none',
  message: 'Nothing is selected on this page.',
  hint: 'Select some text on the page, then try again.',
};
const TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'Reading the selection took too long.',
  hint: 'Reload the page, select the text and try again.',
};
