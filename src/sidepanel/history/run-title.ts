import { cleanLine } from '../../lib/base/one-line.ts';
import type { ListedRun } from '../../lib/protocol/requests/history.ts';
import { t } from '../strings/shell.ts';

export const formatRunTitle = ({ title }: Pick<ListedRun, 'title'>): string => cleanLine(title) || t.untitled;
