/** Errors of search engines, with whether and when to retry. */
import { UserFacingError, type UserError } from '../../base/errors.ts';
import { parseRetryAfter } from '../../base/retry-after.ts';
import type { EngineAnswer, EngineDialect, RefusalCode } from './engine-dialect.ts';
import type { EngineInfo } from './engine-info.ts';

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

export interface EngineSite {
  readonly label: string;
  readonly about: EngineInfo;
}

/** Returns null if the answer is no refusal. */
export function toSearchFailure(answer: EngineAnswer, dialect: EngineDialect, site: EngineSite): SearchFailure | null {
  const refusal = dialect.parseRefusal?.(answer) ?? null;
  const code = refusal?.code ?? getRefusalCode(answer.status);
  if (code === null) return null;
  const requestedMs = parseRetryAfter({ 'retry-after': answer.headers.get('retry-after') ?? undefined }, Date.now());
  const retryAfterMs = requestedMs ?? refusal?.retryAfterMs ?? null;
  const { message, hint } = REFUSAL_TEXTS[code](site, answer.status);
  return new SearchFailure(
    { code, message, hint: refusal?.hint ?? hint },
    { retryable: code === 'search.rate-limited' || code === 'search.server', retryAfterMs },
  );
}

function getRefusalCode(status: number): RefusalCode | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) return 'search.unauthorised';
  if (status === 402) return 'search.quota';
  if (status === 429) return 'search.rate-limited';
  return status >= 500 || status === 408 || status === 425 ? 'search.server' : 'search.refused';
}

const REFUSAL_TEXTS: Readonly<
  Record<RefusalCode, (site: EngineSite, status: number) => Pick<UserError, 'message' | 'hint'>>
> = {
  'search.unauthorised': ({ label, about }) => ({
    message: `${label} didn’t accept the ${about.needsKey ? 'API key' : 'request without signing in'}.`,
    hint: about.needsKey
      ? `In the settings, enter a valid key for ${about.name}; it makes them at ${about.keysAt}.`
      : 'Open the instance in the browser: it may ask for a password, which can’t be given here.',
  }),
  'search.quota': ({ label }) => ({
    message: `What the account at ${label} allows is used up.`,
    hint: 'Wait until its day or month is over, allow more there, or put another engine before it in the settings.',
  }),
  'search.rate-limited': ({ label }) => ({
    message: `${label} asks to slow down.`,
    hint: 'Wait a moment and search again, or put another engine before it in the settings.',
  }),
  'search.server': ({ label }, status) => ({
    message: status < 400 ? `${label} isn’t able to search at the moment.` : `${label} failed (${status}).`,
    hint: 'Try again in a moment. If it keeps happening, put another engine before it in the settings.',
  }),
  'search.refused': ({ label }, status) => ({
    message: status < 400 ? `${label} refused the search.` : `${label} refused the search (${status}).`,
    hint: 'Check its address in the settings, and try it there.',
  }),
};
