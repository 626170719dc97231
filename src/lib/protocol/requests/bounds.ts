/** Bounds that pages keep to before they ask. */
export const MAX_TEXT_CHARS = 4000;
export const MAX_EXTRA_TABS = 8;
/** Per question. */
export const MAX_PICTURES = 4;
export const MAX_FILES = 4;
export const MAX_FILE_NAME = 255;
/** Attachments of a panel that closes, for all its tabs. */
export const MAX_DISCARDED = 200;
/** How long the worker lets a user sign in: a password is typed, and a code looked up. */
export const SIGN_IN_MS = 600_000;
