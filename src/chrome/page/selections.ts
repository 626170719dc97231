/** Reads the selection in a tab; falls back to the browser's plain text of it. */
import { truncate } from '../../lib/base/one-line.ts';
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
import { getTabUrl } from './tabs.ts';

const READ_MS = 5_000;

export function createChromeSelections(script: string): Selections {
  return {
    async read(tabId, frame, fallback, signal) {
      signal.throwIfAborted();
      let failure: unknown;
      const limits = { signal, timeoutMs: READ_MS, error: TIMEOUT_ERROR };
      const selected = await withPageErrors(tabId, limits, () =>
        readInFrames(tabId, frame, script, fallback.text),
      ).catch((thrown: unknown) => {
        failure = thrown;
        return null;
      });
      const page = await getTabUrl(tabId);
      signal.throwIfAborted();
      const found = selected ?? toSelectedText(fallback);
      if (found) return { ...found, page: page === '' ? found.url : page.slice(0, SELECTED_BOUNDS.url) };
      throw failure;
    },
  };
}

interface FrameSelection {
  /** How likely the frame holds the user's latest selection. */
  readonly rank: number;
  /** The focus is in a frame of another origin. */
  readonly isOutside: boolean;
  readonly selected: SelectedText | null;
}

async function readInFrames(tabId: number, frame: number | null, script: string, plain: string): Promise<SelectedText> {
  const target = frame === null ? { tabId, allFrames: true } : { tabId, frameIds: [frame] };
  const answers = await callInFrames(
    { target, script, at: 'once' }, // without waiting: a frame that never finishes loading must not delay the others
    async (plainText): Promise<FrameSelection> => {
      const active = document.activeElement;
      const inner = /^i?frame$/.test(active?.localName ?? '');
      const isOutside = inner && (active as HTMLIFrameElement).contentDocument === null;
      const rank = (document.hasFocus() ? 2 : 0) + (inner ? 0 : 1);
      return { rank, isOutside, selected: (await globalThis.__klReadSelection?.(plainText)) ?? null };
    },
    plain.slice(0, SELECTED_BOUNDS.text),
  );
  const frames = answers.map(parseFrameSelection);
  const [best] = frames.filter(({ selected }) => selected !== null).sort((a, b) => b.rank - a.rank);
  if (best?.selected) return best.selected;
  const isOutside = frames.some((answer) => answer.isOutside);
  throw new UserFacingError(isOutside ? OUTSIDE_ERROR : NO_SELECTION_ERROR);
}

/** Data from a renderer is not trusted. */
function parseFrameSelection(value: unknown): FrameSelection {
  const { rank, isOutside, selected } = (value ?? {}) as Readonly<Partial<Record<keyof FrameSelection, unknown>>>;
  const checked = check('selected', selected);
  return {
    rank: typeof rank === 'number' ? rank : 0,
    isOutside: isOutside === true,
    selected: checked.ok ? checked.value : null,
  };
}

/** Null if the text is empty. */
function toSelectedText({ text, url, title }: PlainSelection): SelectedText | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const truncated = truncate(trimmed, SELECTED_BOUNDS.text);
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
  message: 'No text is selected.',
  hint: 'Select some text on the page first.',
};
const OUTSIDE_ERROR: UserError = {
  code: 'selection.frame',
  message: 'Text in a frame from another site can only be passed on by the browser’s own menu.',
  hint: 'Right-click what you selected and choose KnowledgeLens, or select text on the page itself.',
};
const TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'Reading the selection took too long.',
  hint: 'Reload the page, select the text and try again.',
};
