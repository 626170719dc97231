/** An error shown to the user: what happened and what to do next, both in plain sentences. */
export interface UserError {
  /** Stable, machine-readable: `page.no-access`, `model.unauthorized`, … */
  readonly code: string;
  readonly message: string;
  /** The next step for the reader, in the imperative. */
  readonly hint: string;
}

/**
 * Carries a {@link UserError} through code that reports failure by throwing; {@link toUserError} turns it back into a
 * value.
 */
export class UserFacingError extends Error {
  readonly error: UserError;
  constructor(error: UserError, options?: ErrorOptions) {
    super(error.message, options);
    this.name = 'TroubleError';
    this.error = error;
  }
}

/** Returns the text of any thrown value, even one that cannot be converted to a string. */
export function getErrorMessage(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  try {
    return String(thrown);
  } catch {
    return 'an unknown error';
  }
}

/** Returns the user error inside a thrown value; for a bug, an internal error with the original message. */
export function toUserError(thrown: unknown): UserError {
  if (thrown instanceof UserFacingError) return thrown.error;
  return {
    code: 'internal',
    message: `Something went wrong inside KnowledgeLens: ${getErrorMessage(thrown)}`,
    hint: 'Try again. If it happens again, please report it with the steps that led here.',
  };
}
