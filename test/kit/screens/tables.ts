/** Screens of rows and cells: tables with lines, without, and lists of figures. */
import { type Chance, times } from './chance.ts';
import { element, SANS, screen, type Screen, SERIF } from './page.ts';
import { address, capital, city, date, email, money, percent, person, phone, phrase, title, word } from './words.ts';

type Cell = (chance: Chance) => string;
const COLUMNS: readonly (readonly [string, Cell])[] = [
  ['Name', person],
  ['City', city],
  ['Total', money],
  ['Share', percent],
  ['Units', (chance) => String(chance.number(2, 9999))],
  ['Item', (chance) => capital(word(chance))],
  ['Status', (chance) => chance.one(['Open', 'Closed', 'Waiting', 'Shipped', 'Failed'])],
  ['Joined', date],
];

interface Style {
  readonly css: string;
  readonly dark?: boolean;
  readonly isRuled?: boolean;
  /** Whether a cell of the body is left empty. */
  readonly isEmpty?: (chance: Chance) => boolean;
}

function tableOf(
  kind: string,
  chance: Chance,
  { css, dark = false, isRuled = false, isEmpty }: Style,
  used = pick(chance),
): Screen {
  const rows = times(chance.number(8, 11), () =>
    used.map(([, cell], i) => (i > 0 && isEmpty?.(chance) === true ? '' : cell(chance))),
  );
  const all = [used.map(([name]) => name), ...rows];
  const head = title(chance, 2);
  const html = all
    .map((row, i) => `<tr>${row.map((cell) => element(i === 0 ? 'th' : 'td', cell)).join('')}</tr>`)
    .join('');
  const truth = [head, ...all.map((row) => row.filter((cell) => cell !== '').join('  '))].join('\n');
  const rules = `table{border-collapse:collapse;width:100%;font-size:${chance.number(12, 14)}px}th,td{text-align:left;padding:5px 9px}${css}`;
  const look = dark ? { paper: '#15181d', ink: '#dfe3e8' } : {};
  const drawn = screen(kind, truth, `${element('h3', head, 'margin:0 0 .6em')}<table>${html}</table>`, {
    css: rules,
    font: chance.one([SANS, SERIF]),
    ...look,
  });
  return { ...drawn, table: { rows: all, isRuled } };
}

type Column = (typeof COLUMNS)[number];

function pick(chance: Chance): readonly Column[] {
  const first = chance.number(0, COLUMNS.length - 1);
  return times(chance.number(4, 5), (i) => COLUMNS[(first + i * 3) % COLUMNS.length]).filter(
    (column) => column !== undefined,
  );
}

const drawBorders = (chance: Chance): string =>
  `th,td{border:1px solid ${chance.one(['#333', '#999', '#ccc'])}}th{background:#eceff3;color:#1b1b1b}`;
const drawHead = (chance: Chance): string => `th{${chance.one(['font-weight:700', 'color:#6b6b6b;font-weight:400'])}}`;

export const grid = (chance: Chance): Screen => tableOf('grid', chance, { css: drawBorders(chance), isRuled: true });
export const plain = (chance: Chance): Screen => tableOf('plain-table', chance, { css: drawHead(chance) });
export const striped = (chance: Chance): Screen => {
  const dark = chance.number(0, 1) === 1;
  const css = dark
    ? 'tr:nth-child(even){background:#23272e}th{background:#30363d}'
    : 'tr:nth-child(odd){background:#eef2f7}tr:nth-child(4){background:#1a56b0;color:#fff}th{background:#24344d;color:#fff}';
  return tableOf('striped-table', chance, { css, dark });
};

const isOftenEmpty = (chance: Chance): boolean => chance.number(0, 3) === 0;
const wrapped: readonly Column[] = [
  ['Item', (chance) => capital(word(chance))],
  ['What to note', (chance) => capital(phrase(chance, 6, 9))],
  ['City', city],
  ['Total', money],
];

const LINED = 'th,td{border-bottom:1px solid #ccc}td:nth-child(2){max-width:150px}';

/** Tables with empty cells, ruled and not, and two whose cells take several lines, with all rules and with level ones. */
export const SPARSE_TABLES: readonly ((chance: Chance) => Screen)[] = [
  (chance) => tableOf('grid-gaps', chance, { css: drawBorders(chance), isRuled: true, isEmpty: isOftenEmpty }),
  (chance) => tableOf('plain-gaps', chance, { css: drawHead(chance), isEmpty: isOftenEmpty }),
  (chance) =>
    tableOf(
      'grid-lines',
      chance,
      { css: `${drawBorders(chance)}td:nth-child(2){max-width:150px}`, isRuled: true, isEmpty: isOftenEmpty },
      wrapped,
    ),
  (chance) => tableOf('lined-lines', chance, { css: LINED, isRuled: true, isEmpty: isOftenEmpty }, wrapped),
];

export function figures(chance: Chance): Screen {
  const lines = times(10, (i) => {
    const label = `${capital(word(chance))} ${word(chance)}`;
    return `${label}: ${[money, email, address, phone, percent, date][i % 6]?.(chance) ?? ''}`;
  });
  return screen('figures', lines.join('\n'), lines.map((line) => element('p', line)).join(''), {
    size: chance.number(13, 16),
    font: chance.one([SANS, SERIF]),
  });
}
