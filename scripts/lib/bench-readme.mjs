/** The figures that README shows, with what they were and what others need for the same. */
import { figure } from './bench-table.mjs';

const BEGIN = '<!-- made by scripts/bench-readme.mjs -->';
const END = '<!-- end -->';

/** Label, name of our figure, name of another's figure on the same task ('' for the one measured with ours). */
const ROWS = [
  ['The worker wakes: message to reply, median', 'worker: cold start, message to reply, median', ''],
  ['What a wake reads, compressed', 'size: worker, read at each wake, gzip', null],
  [
    'Click on the icon to the panel, worker gone',
    'worker: click on the icon to loaded panel, worker and pages gone, median',
    null,
  ],
  ['A step of a run, the 400th', 'loop alone, step 400', 'LangGraph.js with MemorySaver, step 400'],
  [
    'Written by it, bytes',
    'bytes written per step, step 400',
    'LangGraph.js with MemorySaver, bytes per step, step 400',
  ],
  [
    'A stored run of 1,600 frames to its next action, p95',
    'resume, 1,600 frames: run(past) to its first commit, p95',
    null,
  ],
  [
    '20 KB of Chinese, counted while it streams',
    'tokens: 20 KB stream of Chinese, counted after every 4 characters',
    null,
  ],
  ['Streamed Markdown, mean per update', 'rendering: summary, mean per update', ''],
];

/** The README with the table between its marks. Throws an error that names a figure that is missing. */
export function fillTable(readme, figures) {
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`README.md has no ${BEGIN} … ${END}.`);
  const find = (name) => {
    const found = figures.find((row) => row.name === name);
    if (found === undefined)
      throw new Error(`“${name}” was not measured. There is: ${figures.map((row) => row.name).join('; ')}`);
    return found;
  };
  const lines = ROWS.map(([label, name, other]) => {
    const { value, unit, against } = find(name);
    const beside = other === '' ? against : other === null ? undefined : { ...find(other), name: other };
    const said = beside === undefined ? '' : `${figure(beside.value)} ${unit} ${beside.name.split(',')[0]}`;
    return `| ${label} | ${figure(value)} ${unit} | ${said} |`;
  });
  const table = ['| | ours | beside it |', '|---|---:|---|', ...lines].join('\n');
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${table}\n\n${readme.slice(end)}`;
}
