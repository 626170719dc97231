/**
 * Readers of values that somebody wrote: each says what it wants, and takes nothing else. The one rule: a reader looks at no more
 * of a value than it can use, never throws for data, and leaves a fault with a cure for everything that it does not take.
 */
import type { Fault } from '../../agent/manifest.ts';
import { legible } from '../../base/visible.ts';

export interface Reader<T> {
  /** What it takes, as the end of a sentence: “Write …”. */
  readonly wants: string;
  /** Undefined where it left a fault. `path`: of the value. */
  readonly read: (value: unknown, path: string, faults: Fault[]) => T | undefined;
}

/** Makes a reader of a function that says what is wrong, or null. */
function reader<T>(wants: string, problemOf: (value: unknown) => string | null): Reader<T> {
  return {
    wants,
    read(value, path, faults) {
      const problem = problemOf(value);
      if (problem === null) return value as T;
      faults.push({ path, problem, cure: `Write ${wants}.` });
      return undefined;
    },
  };
}

export interface TextBounds {
  /** In characters. */
  readonly most: number;
  /** May hold line breaks. */
  readonly long?: boolean;
  /** May be empty. */
  readonly blank?: boolean;
}

/** A text that a person sees all of: no character in it hides or moves others. */
export function text({ most, long = false, blank = false }: TextBounds): Reader<string> {
  return reader(`a text of at most ${counted(most)} characters${long ? '' : ', on one line'}`, (value) => {
    if (typeof value !== 'string') return `is ${kindOf(value)}, and no text`;
    if (value.length > most) return `has ${counted(value.length)} characters`;
    if (!blank && value.trim() === '') return 'is empty';
    if (!long && /[\n\r]/.test(value)) return 'has more than one line';
    return hiddenIn(value);
  });
}

/** A short text of a certain form. `example`: one that has it. */
export function formed(form: RegExp, most: number, wants: string): Reader<string> {
  return reader(wants, (value) => {
    if (typeof value !== 'string') return `is ${kindOf(value)}, and no text`;
    if (value.length > most) return `has ${counted(value.length)} characters, ${counted(most)} at most are allowed`;
    return form.test(value) ? null : `is ${shown(value)}`;
  });
}

export function number(least: number, most: number, whole = true): Reader<number> {
  return reader(`a ${whole ? 'whole ' : ''}number from ${counted(least)} to ${counted(most)}`, (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value))
      return `is ${typeof value === 'number' ? value : kindOf(value)}, and no number`;
    if (whole && !Number.isInteger(value)) return `is ${value}`;
    return value < least || value > most ? `is ${counted(value)}` : null;
  });
}

export const flag: Reader<boolean> = reader('true or false', (value) =>
  typeof value === 'boolean' ? null : `is ${kindOf(value)}`,
);

export function oneOf<T extends string>(values: readonly T[]): Reader<T> {
  return reader(values.join(' or '), (value) =>
    values.some((each) => each === value) ? null : `is ${typeof value === 'string' ? shown(value) : kindOf(value)}`,
  );
}

/** Each once, as it is written. */
export function list(item: Reader<string>, most: number): Reader<readonly string[]> {
  const wants = `a list of at most ${most}, each ${item.wants}`;
  return {
    wants,
    read(value, path, faults) {
      const items: readonly unknown[] | null = Array.isArray(value) ? value : null;
      if (items === null || items.length > most) {
        const problem = items ? `has ${counted(items.length)} entries` : `is ${kindOf(value)}, and no list`;
        faults.push({ path, problem, cure: `Write ${wants}.` });
        return undefined;
      }
      const before = faults.length;
      const seen = new Set<string>();
      items.forEach((each, at) => {
        const read = item.read(each, `${path}[${at}]`, faults);
        if (read === undefined) return;
        if (seen.has(read))
          faults.push({ path: `${path}[${at}]`, problem: `names ${read} again`, cure: 'Take it out.' });
        seen.add(read);
      });
      return faults.length === before ? [...seen] : undefined;
    },
  };
}

/** The same, and what else is wrong with what is sound in its form. */
export function strict<T>(plain: Reader<T>, faultsOf: (value: T) => readonly Omit<Fault, 'path'>[]): Reader<T> {
  return {
    wants: plain.wants,
    read(value, path, faults) {
      const sound = plain.read(value, path, faults);
      const more = sound === undefined ? [] : faultsOf(sound);
      faults.push(...more.map((fault) => ({ path, ...fault })));
      return more.length === 0 ? sound : undefined;
    },
  };
}

/** What a value is, for a sentence. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return String(value);
    default:
      return 'a group of fields';
  }
}

/** A text of somebody's in a sentence: short, and with nothing in it that hides. */
export function shown(value: string): string {
  const short = legible(value.slice(0, 60)).replaceAll('\n', ' ');
  return `“${short}${value.length > 60 ? '…' : ''}”`;
}

/** What a person could not see in a text; null for nothing. */
function hiddenIn(value: string): string | null {
  const seen = legible(value);
  if (seen === value) return null;
  let at = 0;
  while (seen[at] === value[at]) at += 1;
  return `holds a character that cannot be seen (${legible(value.slice(at, at + 2)).replace(/^(\\u(?:\{\w+\}|\w{4})).*/s, '$1')})`;
}

export const counted = (value: number): string => value.toLocaleString('en-GB');
