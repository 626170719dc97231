export const PROMPT_WORDS = {
  close: 'Close without the prompt',
  itsWords: (server: string) => `In the words of ${server}:`,
  sentTo: (host: string) => `What you enter is sent to ${host}.`,
  optional: 'Optional.',
  get: 'Get the prompt',
  getting: 'Asking the server…',
  add: 'Add to the question',
  empty: 'The server’s prompt holds no text.',
  cut: 'The rest was left out: it was too long.',
  leftOut: (count: number) =>
    count === 1
      ? 'A picture, sound or file of it was left out.'
      : `${String(count)} pictures, sounds or files of it were left out.`,
  kept: 'It is attached as a file of the server’s words. You send it.',
  follow: 'Do what the attached prompt asks.',
} as const;
