/** What runs are called in lists: by the question, by the title of the page that was summarised, by the words that were selected. */
import type { Frame, RunSpec } from '../lib/agent/frames.ts';
import { WISHES } from '../lib/jobs/wishes.ts';

/** Longest part of a selection in a title, in UTF-16 units. */
const WORDS = 60;

/** The wish up to the name of the language. */
const TRANSLATE = WISHES.translate('').replace(/\.$/, '');

/** The title that a frame gives its run, if it gives one; a later one replaces it. */
export function titles(): (frame: Frame) => string | null {
  const specs = new Map<string, RunSpec>();
  return (frame) => {
    if (frame.correlationId !== null) return null; // what an agent is told is no title of the person's
    if (frame.kind === 'agent.invoked') {
      if (!isQuestion(frame.spec)) specs.set(frame.runId, frame.spec);
      return frame.spec.goal;
    }
    const spec = specs.get(frame.runId);
    if (frame.kind !== 'tool.result' || spec === undefined) return null;
    const name = spec.job === 'summarise' ? 'title' : 'words';
    const found = frame.objects.find(({ meta }) => typeof meta[name] === 'string' && meta[name] !== '')?.meta[name];
    if (typeof found !== 'string') return null;
    specs.delete(frame.runId); // what follows the answer is another wish of the same conversation
    return spec.job === 'summarise' ? found : `${verbOf(spec)}: “${begin(found)}”`;
  };
}

/** Whether its goal are the person's own words, which are the title then. */
const isQuestion = ({ job, goal }: RunSpec): boolean =>
  job === 'ask' || job === 'agent' || (job === 'research' && goal !== WISHES.search);

function verbOf({ job, goal }: RunSpec): string {
  if (job === 'explain') return 'Explain';
  if (job === 'research') return 'Search the web';
  if (goal === WISHES.simplify) return 'Simplify';
  if (goal.startsWith(TRANSLATE)) return 'Translate';
  return begin(goal).replace(/[.:!?]+$/, ''); // a preset, in the person's words
}

function begin(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > WORDS ? `${line.slice(0, WORDS - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
