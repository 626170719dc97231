/** For users, in plain sentences. */
export interface UserError {
  /** Stable, machine-readable: `page.no-access` … */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export class UserFacingError extends Error {
  readonly error: UserError;
  constructor(error: UserError, options?: ErrorOptions) {
    super(error.message, options);
    this.name = 'TroubleError';
    this.error = error;
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

/** A bug becomes an internal error with the original message. */
export function toUserError(thrown: unknown): UserError {
  if (thrown instanceof UserFacingError) return thrown.error;
  return {
    code: 'internal',
    message: `Something went wrong inside KnowledgeLens: ${getErrorMessage(thrown)}`,
    hint: 'Try again. If it happens again, please report it with the steps that led here.',
  };
}
