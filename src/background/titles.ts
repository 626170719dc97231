import { collapseWhitespace } from '../lib/base/one-line.ts';
import { type Frame, type RunSpec, getMetaField } from '../lib/agent/frames/frames.ts';
import { findSelectionAction } from '../lib/jobs/selection-actions.ts';

/** In UTF-16 units. */
const MAX_SELECTION_CHARS = 60;

/** The function returns null for a frame without a title. A later title replaces an earlier one. */
export function createTitleFinder(): (frame: Frame) => string | null {
  const specs = new Map<string, RunSpec>();
  return (frame) => {
    if (frame.correlationId !== null) return null; // tasks of called agents are no titles
    if (frame.kind === 'agent.invoked') {
      if (!isQuestion(frame.spec)) specs.set(frame.runId, frame.spec);
      return frame.spec.goal;
    }
    const spec = specs.get(frame.runId);
    if (frame.kind !== 'tool.result' || spec === undefined) return null;
    const name = spec.job === 'summarise' ? 'title' : 'words';
    const found = frame.objects
      .map((object) => getMetaField(object, name))
      .find((value) => typeof value === 'string' && value !== '');
    if (typeof found !== 'string') return null;
    specs.delete(frame.runId); // later frames belong to follow-ups
    return spec.job === 'summarise' ? found : `${getActionLabel(spec)}: “${truncateTitle(found)}”`;
  };
}

const isQuestion = ({ job, action }: RunSpec): boolean =>
  job === 'ask' || job === 'agent' || (job === 'research' && action === '');

/** A preset has the title of its prompt. */
const getActionLabel = ({ action, goal }: RunSpec): string =>
  findSelectionAction(action)?.title ?? truncateTitle(goal).replace(/[.:!?]+$/, '');

function truncateTitle(text: string): string {
  const line = collapseWhitespace(text);
  return line.length > MAX_SELECTION_CHARS
    ? `${line.slice(0, MAX_SELECTION_CHARS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
    : line;
}
