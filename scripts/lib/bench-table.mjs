/** The table of `npm run bench`, a group at a time. */

const NAME = 78;

/** A group's lines: its figures, its error, or why it was left out. */
export function formatGroup(name, { figures = [], error, note = '', seconds }) {
  const head = `\n${name}${seconds === undefined ? '' : `  (${seconds.toFixed(0)} s)`}${note === '' ? '' : `  ${note}`}`;
  const failure = error === undefined ? [] : [`  FAILED  ${error.replaceAll('\n', '\n          ')}`];
  return [head, ...figures.map(line), ...failure].join('\n');
}

function line({ name, value, unit, against }) {
  const measured = `  ${name.padEnd(NAME)} ${figure(value).padStart(9)} ${unit.padEnd(3)}`;
  return against ? `${measured} ${figure(against.value).padStart(9)}  ${against.name}` : measured.trimEnd();
}

/** Three digits that count, and no more. */
export function figure(value) {
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return value.toLocaleString('en', { maximumFractionDigits: 0 });
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}
