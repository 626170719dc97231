export const t = {
  toolbar: 'KnowledgeLens: selected text',
  more: 'More',
  menu: 'More for the selected text',
  loading: 'Looking up your custom actions…',
  hideHere: 'Hide on this site',
  hideEverywhere: 'Hide everywhere',
  dismiss: 'Dismiss',
  hidden: {
    site: { message: 'Hidden on this site.', hint: 'You can turn it on again in Settings, under Selection.' },
    everywhere: { message: 'Hidden everywhere.', hint: 'You can turn it on again in Settings, under Selection.' },
  },
  undo: 'Undo',
  noAnswer: { message: 'KnowledgeLens didn’t answer.', hint: 'Try again. If that doesn’t help, reload this page.' },
  updated: { message: 'KnowledgeLens was updated.', hint: 'Reload this page to use it here.' },
} as const;
