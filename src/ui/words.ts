/** Words that panel and settings share. The panel reads these at its opening. */
export const SHARED_WORDS = {
  undo: 'Undo',
  back: 'Back',
  history: 'History',
  allSites: 'All sites',
  allowAllSites: 'Allow on all sites',
  declinedAccess: 'Permission wasn’t granted. Nothing changed.',
  noAgents: 'No agent is switched on.',
  free: 'free',
  copy: 'Copy',
  copyLabel: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copyFailed: 'Not copied: the browser refused.',
} as const;
