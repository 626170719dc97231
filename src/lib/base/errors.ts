/** What a person is told when something outside fails: what happened, and what to do next. Both are plain sentences. */
export interface Trouble {
  /** Stable, machine-readable: `page.no-access`, `model.unauthorized`, … */
  readonly code: string;
  readonly message: string;
  /** The next step for the reader, in the imperative. */
  readonly cure: string;
}

/** Carries a {@link Trouble} through code that reports failure by throwing; one place turns it back into a value. */
export class TroubleError extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble, options?: ErrorOptions) {
    super(trouble.message, options);
    this.name = 'TroubleError';
    this.trouble = trouble;
  }
}

/** The text of anything that was thrown, also of what cannot be made a text. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  try {
    return String(thrown);
  } catch {
    return 'an unknown error';
  }
}

/** The trouble inside a throw; for a programmer's mistake, one that says so and keeps the original message. */
export function troubleOf(thrown: unknown): Trouble {
  if (thrown instanceof TroubleError) return thrown.trouble;
  return {
    code: 'internal',
    message: `Something went wrong inside KnowledgeLens: ${messageOf(thrown)}`,
    cure: 'Try again. If it happens again, please report it with the steps that led here.',
  };
}
