/** `explain_text_with_context`: records the selection; being selected does not make it trusted. */
import { formatNumber } from '../../base/locale.ts';
import { clip } from '../../base/one-line.ts';
import type { Labels } from '../../agent/frames/frames.ts';
import type { DocumentPart, ReadText } from '../../agent/ports.ts';
import { findArtifact } from '../../agent/state/artifacts.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import { ToolError, type PlannedCall, type Tool } from '../../agent/tool-calls/index.ts';
import type { TabSelection } from '../../pipeline/page/selection/selection.ts';
import { createSourceDocument, storeBody, getPageLabels } from './page-artifacts.ts';
import { createDefinition, LOCAL_READ } from '../definition.ts';

const MAX_SHOWN_CHARS = 1000;

export const SELECTION = 'selection';

export const explainTextWithContext: Tool = {
  definition: createDefinition({
    name: 'explain_text_with_context',
    title: 'Take the selection',
    description:
      'Take the text that the person has selected on the page, with what stands around it and the headings above it.',
    promises: LOCAL_READ,
  }),
  tier: 'pure',
  timeoutMs: 10_000,
  checkAvailability: ({ spec }) => ((spec?.selection ?? null) === null ? 'the person has selected nothing.' : true),
  async run(_args, { ports, read, state }) {
    const { selection = null, tabId = -1 } = state().spec ?? {};
    if (selection === null) throw new ToolError(NO_SELECTION_ERROR, false);
    const selected = JSON.parse(await read(selection)) as TabSelection;
    const { url, page, title, language, path, text, cut, before, after } = selected;
    const body = await storeBody(joinExcerpt(before, text, after), ports);
    const words = clip(text, MAX_SHOWN_CHARS);
    return {
      name: SELECTION,
      payload: 'selection',
      message: cut
        ? 'Took the beginning of the selection: {count} characters.'
        : 'Took the selection: {count} characters.',
      metadata: { count: formatNumber(text.length) },
      objects: [
        {
          name: SELECTION,
          body,
          meta: {
            url,
            page,
            title,
            language,
            path: [...path],
            tab: tabId,
            of: selection,
            words,
            cut: words !== text,
          },
          hidden: false,
        },
      ],
      content: [{ type: 'resource', title: [title, ...path].join(' › '), uri: url, language, body }],
      labels: getPageLabels(url),
    };
  },
};

/** Null once that is done. */
export function planTakeSelection(state: AgentState): PlannedCall | null {
  const wanted = state.spec?.selection ?? null;
  if (wanted === null || findArtifact(state, SELECTION)?.meta.of === wanted) return null;
  return { tool: explainTextWithContext.definition.name, args: {}, thought: 'Take what the person has selected.' };
}

const NO_SELECTION_ERROR = {
  code: 'selection.none',
  message: 'No text is selected.',
  hint: 'Select some text on the page first.',
};

const BLOCK_START = /^(?:[#>|]|```|~~~|[-*+] |\d{1,9}[.)] )/;

function joinExcerpt(before: string, text: string, after: string): string {
  const prefix = before === '' ? '' : before + (BLOCK_START.test(text) ? '\n\n' : ' ');
  const suffix = after === '' ? '' : (BLOCK_START.test(after) || text.includes('\n') ? '\n\n' : ' ') + after;
  return prefix + text + suffix;
}

interface SelectionText {
  readonly text: string;
  /** The page's selection is longer. */
  readonly cut: boolean;
  /** The selection alone. */
  readonly document: DocumentPart;
  readonly documents: readonly DocumentPart[];
  readonly labels: Labels;
}

/** Throws a `ToolError` if there is none. */
export async function readSelectedText(state: AgentState, read: ReadText): Promise<SelectionText> {
  const found = findArtifact(state, SELECTION);
  if (!found) throw new ToolError(NO_SELECTION_ERROR, false);
  const selected = JSON.parse(await read(found.meta.of)) as TabSelection;
  const { url, title, language, text, cut } = selected;
  const path = selected.path.join(' › ');
  const [before, after] = [selected.before.trim(), selected.after.trim()];
  const document = createSourceDocument({ meta: { title: 'The selected text', url, language } }, text);
  const documents = [document];
  if (before + after !== '') {
    const around = `What stands around it: ${[title, path].filter((part) => part !== '').join(' › ')}`;
    const parts = [before, '[the selected text]', after].filter((part) => part !== '');
    documents.push(createSourceDocument({ meta: { title: around, url, language } }, parts.join('\n\n')));
  }
  return { text, cut, document, documents, labels: found.labels };
}
