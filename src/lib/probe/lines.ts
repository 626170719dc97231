/** Creates the lines of a report. A hint must be something the user can do. */
import type { UserError } from '../base/errors.ts';
import type { CheckLine, CheckName, ProbeReport } from '../protocol/probe.ts';

export type ProbeFindings = ProbeReport['found'];

export interface Finding {
  readonly line: CheckLine;
  readonly found: ProbeFindings;
}

export const createFineLine = (name: CheckName, detail: string, hint = ''): CheckLine => ({
  name,
  state: 'fine',
  detail,
  hint,
});
export const createLimitedLine = (name: CheckName, detail: string, hint: string): CheckLine => ({
  name,
  state: 'limited',
  detail,
  hint,
});
export const createBadLine = (name: CheckName, { message, hint }: Pick<UserError, 'message' | 'hint'>): CheckLine => ({
  name,
  state: 'bad',
  detail: message,
  hint,
});
export const createUnknownLine = (name: CheckName, detail: string, hint: string): CheckLine => ({
  name,
  state: 'unknown',
  detail,
  hint,
});

export const formatTokens = (count: number): string => count.toLocaleString('en-GB');
