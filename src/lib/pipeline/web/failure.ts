/** Errors of search engines, with whether and when to retry. */
import { UserFacingError, type UserError } from '../../base/errors.ts';

export type SearchErrorCode =
  | 'search.unauthorised'
  | 'search.quota'
  | 'search.rate-limited'
  | 'search.bad-answer'
  | 'search.server'
  | 'search.timeout'
  | 'search.unreachable'
  | 'search.no-access'
  | 'search.refused';

export class SearchFailure extends UserFacingError {
  readonly retryable: boolean;
  /** In milliseconds; null if not stated. */
  readonly retryAfterMs: number | null;
  constructor(
    error: UserError & { readonly code: SearchErrorCode },
    {
      retryable = false,
      retryAfterMs = null,
    }: { readonly retryable?: boolean; readonly retryAfterMs?: number | null } = {},
    options?: ErrorOptions,
  ) {
    super(error, options);
    this.name = 'SearchFailure';
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}
