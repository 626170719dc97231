/**
 * `explain_text_with_context`: takes what the person has selected, with what stands around it, into the run's environment.
 * The one rule: it is what the page says, whoever pointed at it.
 */
import { clip } from '../agent/bounds.ts';
import type { Labels } from '../agent/frames.ts';
import type { DocumentPart, ReadText } from '../agent/ports.ts';
import { findObject, type AgentState } from '../agent/state.ts';
import { ToolError, type PlannedCall, type Tool } from '../agent/tools.ts';
import type { SelectedText } from '../pipeline/page/selected.ts';
import { keepBody, metaText, pageLabels } from './page.ts';
import { TOOL_SCHEMAS } from './schemas.ts';

/** Characters of the selection that its object shows a person: what stands before it fills the preview of the whole. */
const SHOWN = 1000;

/** Name of the object that holds the selection with its surroundings. */
export const SELECTION = 'selection';

export const explainTextWithContext: Tool = {
  definition: {
    name: 'explain_text_with_context',
    description:
      'Take the text that the person has selected on the page, with what stands around it and the headings above it.',
    inputSchema: TOOL_SCHEMAS.explain_text_with_context,
    outputSchema: null,
    examples: [],
    annotations: {
      title: 'Take the selection',
      readOnly: true,
      destructive: false,
      idempotent: true,
      openWorld: false,
    },
  },
  tier: 'pure',
  timeoutMs: 10_000,
  available: ({ spec }) => ((spec?.selection ?? null) === null ? 'the person has selected nothing.' : true),
  // eslint-disable-next-line require-yield -- makes no model call
  async *run(_args, { ports, read, state }) {
    const { selection = null, tabId = -1 } = state().spec ?? {};
    if (selection === null) throw new ToolError(NOTHING, false);
    const { url, title, language, path, text, cut, before, after } = JSON.parse(await read(selection)) as SelectedText;
    const excerpt = around(before, text, after);
    const body = await keepBody(excerpt.text, ports);
    return {
      name: SELECTION,
      payload: 'selection',
      message: cut
        ? 'Took the beginning of the selection: {count} characters.'
        : 'Took the selection: {count} characters.',
      metadata: { count: text.length.toLocaleString('en') },
      objects: [
        {
          name: SELECTION,
          body,
          meta: {
            url,
            title,
            language,
            path: [...path],
            tab: tabId,
            span: excerpt.span,
            of: selection,
            words: clip(text, SHOWN),
          },
          hidden: false,
        },
      ],
      content: [{ type: 'resource', title: [title, ...path].join(' › '), uri: url, language, body }],
      labels: pageLabels(url),
    };
  },
};

/** The call that takes the selection that the run is about, while it has not been taken. */
export function takeSelectionFirst(state: AgentState): PlannedCall | null {
  const wanted = state.spec?.selection ?? null;
  if (wanted === null || findObject(state, SELECTION)?.meta['of'] === wanted) return null;
  return { tool: explainTextWithContext.definition.name, args: {}, thought: 'Take what the person has selected.' };
}

const NOTHING = {
  code: 'selection.none',
  message: 'Nothing is selected.',
  cure: 'Select some text on the page, then try again.',
};

/** Markdown that has to begin on a line of its own. */
const BLOCK = /^(?:[#>|]|```|~~~|[-*+] |\d{1,9}[.)] )/;

/** The excerpt as one text, and where the selection stands in it. */
export function around(before: string, text: string, after: string): { text: string; span: [number, number] } {
  const open = before === '' ? '' : before + (BLOCK.test(text) ? '\n\n' : ' ');
  const close = after === '' ? '' : (BLOCK.test(after) || text.includes('\n') ? '\n\n' : ' ') + after;
  return { text: open + text + close, span: [open.length, open.length + text.length] };
}

interface Selected {
  /** The selected words. */
  readonly text: string;
  /** The selection, and what stands around it. */
  readonly documents: readonly DocumentPart[];
  readonly labels: Labels;
}

/** The selection that the run has taken. Throws a `ToolError` where it has not. */
export async function selectedIn(state: AgentState, read: ReadText): Promise<Selected> {
  const found = findObject(state, SELECTION);
  if (!found) throw new ToolError(NOTHING, false);
  const { meta, body, labels } = found;
  const whole = await read(body.hash);
  const [start, end] = meta['span'] as readonly [number, number];
  const [title, url, language] = [metaText(found, 'title'), metaText(found, 'url'), metaText(found, 'language')];
  const path = (meta['path'] as readonly string[]).join(' › ');
  const text = whole.slice(start, end);
  const [before, after] = [whole.slice(0, start).trim(), whole.slice(end).trim()];
  const documents: DocumentPart[] = [{ type: 'document', title: 'The selected text', url, language, text }];
  if (before + after !== '')
    documents.push({
      type: 'document',
      title: `What stands around it: ${[title, path].filter((part) => part !== '').join(' › ')}`,
      url,
      language,
      text: [before, '[the selected text]', after].filter((part) => part !== '').join('\n\n'),
    });
  return { text, documents, labels };
}
