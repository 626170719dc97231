/** Why an engine brought nothing: in words for a person, and for code whether to ask again. */
import { TroubleError, type Trouble } from '../../base/errors.ts';

/** The codes: what is wrong decides whether asking again helps, and what cures it. */
export type SearchTrouble =
  | 'search.unauthorised'
  | 'search.quota'
  | 'search.rate-limited'
  | 'search.bad-answer'
  | 'search.server'
  | 'search.timeout'
  | 'search.unreachable'
  | 'search.no-access'
  | 'search.refused';

export class SearchFailure extends TroubleError {
  /** Whether the same question may go better in a moment. */
  readonly retryable: boolean;
  /** How long the engine wants to be left alone, in milliseconds; null where it does not say. */
  readonly retryAfterMs: number | null;
  constructor(
    trouble: Trouble & { readonly code: SearchTrouble },
    {
      retryable = false,
      retryAfterMs = null,
    }: { readonly retryable?: boolean; readonly retryAfterMs?: number | null } = {},
    options?: ErrorOptions,
  ) {
    super(trouble, options);
    this.name = 'SearchFailure';
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}
