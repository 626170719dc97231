/** The lines of a report: how they are made, and what stands in them. The one rule: a cure is something a person can do. */
import type { Trouble } from '../base/errors.ts';
import type { CheckLine, CheckName, ProbeReport } from '../protocol/probe.ts';

export type Found = ProbeReport['found'];

/** A check's line, with what the settings should say because of it. */
export interface Finding {
  readonly line: CheckLine;
  readonly found: Found;
}

export const fine = (name: CheckName, detail: string, cure = ''): CheckLine => ({ name, state: 'fine', detail, cure });
export const limited = (name: CheckName, detail: string, cure: string): CheckLine => ({
  name,
  state: 'limited',
  detail,
  cure,
});
export const bad = (name: CheckName, { message, cure }: Pick<Trouble, 'message' | 'cure'>): CheckLine => ({
  name,
  state: 'bad',
  detail: message,
  cure,
});
export const unknown = (name: CheckName, detail: string, cure: string): CheckLine => ({
  name,
  state: 'unknown',
  detail,
  cure,
});

/** A number of tokens as people read it: `32,768`. */
export const tokensOf = (count: number): string => count.toLocaleString('en-GB');
