/** Readers of untrusted values: bounded, never throw for data, and report faults with hints. */
import { formatNumber } from '../../base/locale.ts';
import type { ManifestFault } from '../../agent/frames/manifest.ts';
import type { JsonSchema } from '../../base/json.ts';
import { toLegibleText } from '../../base/escape-invisible.ts';

export interface Reader<T> {
  /** Ends the sentence “Write …”. */
  readonly wants: string;
  /** For a model: says the type, without the bounds. */
  readonly schema: JsonSchema;
  /** Returns undefined if it reported a fault. */
  readonly read: (value: unknown, path: string, faults: ManifestFault[]) => T | undefined;
}

export function createFieldReader<T>(
  schema: JsonSchema,
  wants: string,
  findProblem: (value: unknown) => string | null,
): Reader<T> {
  return {
    wants,
    schema,
    read(value, path, faults) {
      const problem = findProblem(value);
      if (problem === null) return value as T;
      faults.push({ path, problem, hint: `Write ${wants}.` });
      return undefined;
    },
  };
}

const STRING = { type: 'string' };

/** `most`: in characters. Rejects control and bidirectional characters. */
export function createStringReader(most: number, { long = false }: { readonly long?: boolean } = {}): Reader<string> {
  return createFieldReader(
    STRING,
    `a text of at most ${formatNumber(most)} characters${long ? '' : ', on one line'}`,
    (value) => {
      if (typeof value !== 'string') return `is ${describeValueKind(value)}, and no text`;
      if (value.length > most) return `has ${formatNumber(value.length)} characters`;
      if (value.trim() === '') return 'is empty';
      if (!long && /[\n\r]/.test(value)) return 'has more than one line';
      return findHiddenCharacter(value);
    },
  );
}

export function createPatternReader(form: RegExp, most: number, wants: string): Reader<string> {
  return createFieldReader(STRING, wants, (value) => {
    if (typeof value !== 'string') return `is ${describeValueKind(value)}, and no text`;
    if (value.length > most)
      return `has ${formatNumber(value.length)} characters, ${formatNumber(most)} at most are allowed`;
    return form.test(value) ? null : `is ${quoteUntrusted(value)}`;
  });
}

export function createNumberReader(least: number, most: number, whole = true): Reader<number> {
  return createFieldReader(
    { type: 'number' },
    `a ${whole ? 'whole ' : ''}number from ${formatNumber(least)} to ${formatNumber(most)}`,
    (value) => {
      if (typeof value !== 'number' || !Number.isFinite(value))
        return `is ${typeof value === 'number' ? value : describeValueKind(value)}, and no number`;
      if (whole && !Number.isInteger(value)) return `is ${value}`;
      return value < least || value > most ? `is ${formatNumber(value)}` : null;
    },
  );
}

export const booleanReader: Reader<boolean> = createFieldReader({ type: 'boolean' }, 'true or false', (value) =>
  typeof value === 'boolean' ? null : `is ${describeValueKind(value)}`,
);

export function createChoiceReader<T extends string>(values: readonly T[]): Reader<T> {
  return createFieldReader(STRING, values.join(' or '), (value) =>
    values.some((each) => each === value)
      ? null
      : `is ${typeof value === 'string' ? quoteUntrusted(value) : describeValueKind(value)}`,
  );
}

export function addChecks<T>(
  plain: Reader<T>,
  findFaults: (value: T) => readonly Omit<ManifestFault, 'path'>[],
): Reader<T> {
  return {
    ...plain,
    read(value, path, faults) {
      const accepted = plain.read(value, path, faults);
      const extraFaults = accepted === undefined ? [] : findFaults(accepted);
      faults.push(...extraFaults.map((fault) => ({ path, ...fault })));
      return extraFaults.length === 0 ? accepted : undefined;
    },
  };
}

export function describeValueKind(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return 'a text';
  return typeof value === 'number' ? 'a number' : 'a group of fields';
}

/** Shortened, on one line, with invisible characters escaped. */
export function quoteUntrusted(value: string): string {
  const short = toLegibleText(value.slice(0, 60)).replaceAll('\n', ' ');
  return `“${short}${value.length > 60 ? '…' : ''}”`;
}

/** Null if there is none. */
function findHiddenCharacter(value: string): string | null {
  const visible = toLegibleText(value);
  if (visible === value) return null;
  let at = 0;
  while (visible[at] === value[at]) at += 1;
  return `holds a character that cannot be seen (${toLegibleText(value.slice(at, at + 2)).replace(/^(\\u(?:\{\w+\}|\w{4})).*/s, '$1')})`;
}
