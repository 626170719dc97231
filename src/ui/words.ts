/** Words that panel and settings share. The panel reads them at its opening. */
import { formatCount } from '../lib/base/locale.ts';

export const formatTokens = (count: number): string => formatCount(count, { one: '# token', other: '# tokens' });

export const SHARED_WORDS = {
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  edit: 'Edit',
  editLabel: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  undo: 'Undo',
  back: 'Back',
  advanced: 'Advanced',
  limits: 'Limits',
  history: 'History',
  private: 'Private: keep nothing',
  allSites: 'All sites',
  allowAllSites: 'Allow on all sites',
  declinedAccess: 'Permission wasn’t granted. Nothing changed.',
  noAgents: 'No agent is switched on.',
  askingServer: 'Asking the server what it has…',
  free: 'free',
  atLeast: (amount: string) => `at least ${amount}`,
  copy: 'Copy',
  copyLabel: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Not copied: the browser refused.',
} as const;
