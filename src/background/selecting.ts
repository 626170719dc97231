/**
 * What a person does with a selection, from wherever they do it: the toolbar on the page, the context menu, a shortcut, the
 * panel. The one rule: what a page's script says is whose tab it is and some words, nothing that is believed (SAFETY D6).
 */
import { loadSettings } from '../chrome/settings.ts';
import type { RunSpec, RunTerms } from '../lib/agent/frames.ts';
import type { Blobs } from '../lib/agent/ports.ts';
import { TroubleError } from '../lib/base/errors.ts';
import { languageName, WISHES } from '../lib/jobs/selection.ts';
import type { SelectedText } from '../lib/pipeline/page/selected-text.ts';
import type { Request, Replies } from '../lib/protocol/messages.ts';

export type SelectionAction = Request<'selection.act'>['action'];

/** A word from somewhere about the selection in a frame of a tab. */
export interface Selected {
  readonly tabId: number;
  /** Null where nobody knows in which frame it is. */
  readonly frame: number | null;
  readonly action: SelectionAction;
  /** Id of the preset, for `preset`. */
  readonly preset: string;
  /** The words as far as whoever says it knows them; '' where they do not. */
  readonly text: string;
  /** Id of the run that it starts: the same again is the same run. */
  readonly commandId: string;
}

export interface Selecting {
  /** Resolves with the id of the run, '' where the action starts none. Rejects with a `TroubleError`. */
  start(selected: Selected): Promise<string>;
  /** The same from a script in a page: at most so often, and for the tab that it is in. */
  act(
    said: Pick<Selected, 'action' | 'preset' | 'text' | 'commandId'>,
    sender: chrome.runtime.MessageSender,
  ): Promise<Replies['selection.act']>;
  menu(): Promise<Replies['selection.menu']>;
  hide(
    where: Request<'selection.hide'>['where'],
    sender: chrome.runtime.MessageSender,
  ): Promise<Replies['selection.hide']>;
}

export interface SelectingDeps {
  /** Reads what is selected; where nothing can be read, the words that are known. Throws a `TroubleError`. */
  readonly read: (tabId: number, frame: number | null, text: string, signal: AbortSignal) => Promise<SelectedText>;
  readonly blobs: Pick<Blobs, 'put'>;
  readonly start: (spec: RunSpec) => Promise<void>;
  readonly terms: () => Promise<RunTerms>;
  /** Of the person, a BCP 47 tag. */
  readonly language: () => string;
}

const READ_MS = 10_000;

export function createSelecting({ read, blobs, start, terms, language }: SelectingDeps): Selecting {
  async function begin({ tabId, frame, action, preset, text, commandId }: Selected): Promise<string> {
    const selected = await read(tabId, frame, text, AbortSignal.timeout(READ_MS));
    const selection = await blobs.put(JSON.stringify(selected));
    const [job, goal] = await wishOf(action, preset, language());
    await start({
      runId: commandId,
      job,
      goal,
      tabId,
      also: [],
      selection,
      language: language(),
      ...(await terms()),
    });
    return commandId;
  }
  return {
    start: begin,
    async act(said, sender) {
      return { runId: await begin({ ...said, tabId: sender.tab?.id ?? -1, frame: sender.frameId ?? null }) };
    },
    async menu() {
      const { presets } = await loadSettings();
      return { presets: presets.map(({ id, title }) => ({ id, title })), language: language() };
    },
    hide: () => Promise.resolve({}),
  };
}

async function wishOf(
  action: SelectionAction,
  preset: string,
  language: string,
): Promise<readonly [RunSpec['job'], string]> {
  switch (action) {
    case 'explain':
    case 'ask':
    case 'search':
      return ['explain', WISHES.explain];
    case 'simplify':
      return ['rewrite', WISHES.simplify];
    case 'translate':
      return ['rewrite', WISHES.translate(languageName(language))];
    case 'preset': {
      const own = (await loadSettings()).presets.find(({ id }) => id === preset);
      if (own) return ['rewrite', own.prompt];
      throw new TroubleError({
        code: 'preset.gone',
        message: 'This preset is no longer there.',
        cure: 'Look at the list in Settings.',
      });
    }
  }
}
