/** For users, in plain sentences. */
export interface UserError {
  /** Stable, machine-readable: `page.no-access` … */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Errors cite servers, pages and files, whose words must not turn the rest of the sentence round. Our own isolates stay. */
const DIRECTION_CHARS = /[\u200E\u200F\u061C\u202A-\u202E\u2066\u2067]/g;
const stripDirection = (text: string): string => text.replace(DIRECTION_CHARS, '');

export class UserFacingError extends Error {
  readonly error: UserError;
  constructor(error: UserError, options?: ErrorOptions) {
    super(error.message, options);
    this.name = 'TroubleError';
    this.error = { ...error, message: stripDirection(error.message), hint: stripDirection(error.hint) };
  }
}

/** Also works for values that cannot be converted to a string. */
export function getErrorMessage(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  try {
    return String(thrown);
  } catch {
    return 'an unknown error';
  }
}

/** With what to do about it, if that is known. */
export function formatError(thrown: unknown): string {
  return thrown instanceof UserFacingError ? formatUserError(thrown.error) : getErrorMessage(thrown);
}

export const formatUserError = ({ message, hint }: Pick<UserError, 'message' | 'hint'>): string =>
  hint === '' ? message : `${message} ${hint}`;

/** A bug becomes an internal error with the original message. */
export function toUserError(thrown: unknown): UserError {
  if (thrown instanceof UserFacingError) return thrown.error;
  return {
    code: 'internal',
    message: `Something went wrong inside KnowledgeLens: ${getErrorMessage(thrown)}`,
    hint: 'Try again. If it happens again, please report it with the steps that led here.',
  };
}
