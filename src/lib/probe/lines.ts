/** Creates the lines of a report. A hint must be something the user can do. */
import type { UserError } from '../base/errors.ts';
import type { CheckLine, CheckName, ProbeReport } from '../protocol/probe.ts';

export type ProbeFindings = ProbeReport['found'];

/** A check's line, with values for the settings. */
export interface Finding {
  readonly line: CheckLine;
  readonly found: ProbeFindings;
}

export const createFineLine = (name: CheckName, detail: string, cure = ''): CheckLine => ({
  name,
  state: 'fine',
  detail,
  cure,
});
export const createLimitedLine = (name: CheckName, detail: string, cure: string): CheckLine => ({
  name,
  state: 'limited',
  detail,
  cure,
});
export const createBadLine = (name: CheckName, { message, cure }: Pick<UserError, 'message' | 'cure'>): CheckLine => ({
  name,
  state: 'bad',
  detail: message,
  cure,
});
export const createUnknownLine = (name: CheckName, detail: string, cure: string): CheckLine => ({
  name,
  state: 'unknown',
  detail,
  cure,
});

/** Formats a number of tokens: `32,768`. */
export const formatTokens = (count: number): string => count.toLocaleString('en-GB');
