/** Words that panel and settings share. The panel reads these with its parts. */
import { formatCount } from '../lib/base/locale.ts';

export const formatTokens = (count: number): string => formatCount(count, { one: '# token', other: '# tokens' });

export const FORM_WORDS = {
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  stay: 'Keep editing',
  leave: 'Discard changes',
  edit: 'Edit',
  editLabel: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  advanced: 'Advanced',
  limits: 'Limits',
  private: 'Private: keep nothing',
  askingServer: 'Asking the server what it has…',
  atLeast: (amount: string) => `at least ${amount}`,
} as const;
