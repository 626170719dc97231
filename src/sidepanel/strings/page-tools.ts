export const PAGE_TOOL_WORDS = {
  title: (host: string) => `Tools of ${host}`,
  close: 'Close the tools',
  help: 'The model may use those that you switch on, for this site. You see each call before it is made.',
  itsWords: 'In the words of the page:',
  noWords: 'The page says nothing about it.',
  writes: 'The page does not say that it only reads, so it cannot be used.',
  unusable: 'Its arguments are too many, or clash with ours.',
  changed: 'The page has changed it since you switched it on.',
  takes: 'Its arguments, in the words of the page:',
  none: 'The page has no tools any more.',
  again: 'Look again',
} as const;
