/** Lines of the report. */
import type { UserError } from '../base/errors.ts';
import type { CheckLine, CheckName, ProbeReport } from '../protocol/requests/model.ts';

export interface Finding {
  readonly line: CheckLine;
  readonly found?: ProbeReport['found'];
}

const defineLine =
  (state: CheckLine['state']) =>
  (name: CheckName, detail: string, hint = ''): CheckLine => ({ name, state, detail, hint });

export const createFineLine = defineLine('fine');
export const createLimitedLine = defineLine('limited');
export const createUnknownLine = defineLine('unknown');

export const createBadLine = (name: CheckName, { message, hint }: Pick<UserError, 'message' | 'hint'>): CheckLine => ({
  name,
  state: 'bad',
  detail: message,
  hint,
});
