/** Words that panel and settings share. The panel reads them at its opening. */
import { formatCount } from '../lib/base/locale.ts';

export const formatTokens = (count: number): string => formatCount(count, { one: '# token', other: '# tokens' });
