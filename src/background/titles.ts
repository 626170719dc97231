import { getMetaField, type Frame, type RunSpec } from '../lib/agent/frames/frames.ts';
import { SELECTION_GOALS } from '../lib/jobs/wishes.ts';

/** In UTF-16 units. */
const MAX_SELECTION_CHARS = 60;

const TRANSLATE_PREFIX = SELECTION_GOALS.translate('').replace(/\.$/, '');

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

const isQuestion = ({ job, goal }: RunSpec): boolean =>
  job === 'ask' || job === 'agent' || (job === 'research' && goal !== SELECTION_GOALS.search);

function getActionLabel({ job, goal }: RunSpec): string {
  if (job === 'explain') return 'Explain';
  if (job === 'research') return 'Search the web';
  if (goal === SELECTION_GOALS.simplify) return 'Simplify';
  if (goal.startsWith(TRANSLATE_PREFIX)) return 'Translate';
  return truncateTitle(goal).replace(/[.:!?]+$/, ''); // a preset, titled by its prompt
}

function truncateTitle(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_SELECTION_CHARS
    ? `${line.slice(0, MAX_SELECTION_CHARS - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
    : line;
}
