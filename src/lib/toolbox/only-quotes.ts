/** What the built-in engine cannot do. */
export const ONLY_QUOTES_ERROR = {
  code: 'model.only-quotes',
  message: 'The built-in engine quotes the page; it writes nothing of its own.',
  hint: 'Choose a language model in Settings, and do this again.',
};
