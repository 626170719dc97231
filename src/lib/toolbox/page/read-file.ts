/** `read_file`: the text of the files that the user gave. Idempotent. */
import { NO_TAB, type RequestFile } from '../../agent/frames/spec.ts';
import type { AgentState } from '../../agent/state/agent-state.ts';
import { ToolError, type PlannedCall, type Tool } from '../../agent/tool-calls/index.ts';
import { createDefinition, LOCAL_READ } from '../definition.ts';
import { listPages, listSources } from '../sources.ts';
import { buildPageOutcome, requireArticle, storeArticle } from './article.ts';
import { getPageLabels, PAGE } from './page-artifacts.ts';

export const readFile: Tool = {
  definition: createDefinition({
    name: 'read_file',
    title: 'Read the file',
    description: 'Read the files that the person gave, as Markdown. Each passage stands under its id.',
    promises: LOCAL_READ,
  }),
  tier: 'pure',
  errorLabels: getPageLabels(''),
  timeoutMs: 480_000, // each file has its own timeout, and there are at most four
  checkAvailability: (state) => (listRequestedFiles(state).length > 0 ? true : 'the person has given no file.'),
  async *run(_args, context) {
    const { ports, call, signal, state } = context;
    const files = listFilesToRead(state());
    for (const [index, file] of files.entries()) {
      const reportProgress = (share: number): void => ports.onProgress(call.key, (index + share) / files.length);
      const article = await ports.files.read(file, reportProgress, signal);
      const stored = await storeArticle(requireArticle({ kind: 'article', article }), ports);
      const place = { tab: NO_TAB, file: file.hash, source: getSourceIndex(file, state()) };
      const outcome = await buildPageOutcome(stored, place, context);
      if (index === files.length - 1) return outcome;
      yield* context.giveResult(outcome);
    }
    throw new ToolError(NO_FILE_ERROR, false);
  },
};

/** Includes files this call read before an interruption, since results are matched by position. */
function listFilesToRead(state: AgentState): readonly RequestFile[] {
  const unread = listUnreadFiles(state, state.past.length);
  return unread.length > 0 ? unread : listRequestedFiles(state);
}

const listRequestedFiles = ({ spec }: AgentState): readonly RequestFile[] =>
  Array.from(new Map(spec?.files?.map((file) => [file.hash, file])).values());

function listUnreadFiles(state: AgentState, turn = Infinity): readonly RequestFile[] {
  const read = new Set(listPages(state, turn).map(({ meta }) => meta.file));
  return listRequestedFiles(state).filter(({ hash }) => !read.has(hash));
}

function getSourceIndex({ hash }: RequestFile, state: AgentState): number {
  const sources = listSources(state);
  const at = sources.findIndex(({ name, meta }) => name === PAGE && meta.file === hash);
  return at === -1 ? sources.length : at;
}

/** Null if all are read, and if there is none. */
export function planReadFiles(state: AgentState): PlannedCall | null {
  if (listUnreadFiles(state).length === 0) return null;
  return { tool: readFile.definition.name, args: {}, thought: 'The file has to be read first.' };
}

const NO_FILE_ERROR = {
  code: 'file.none',
  message: 'There is no file to read.',
  hint: 'Drop a file on this panel, or choose one with +.',
};
