/**
 * How engines say no, as one sentence about what happened and one about what to do. The one rule: not a word of the
 * server's own stands in a failure, only what its status and its codes mean.
 */
import { retryAfter } from '../../base/retry-after.ts';
import type { EngineAbout, EngineAnswer, EngineDialect, RefusalCode } from './dialect.ts';
import { SearchFailure } from './failure.ts';

/** Whom a failure is about. */
export interface EngineSite {
  /** For a person. */
  readonly label: string;
  readonly about: EngineAbout;
}

/** Null for an answer that is none. `now`: milliseconds since the epoch, against which a Retry-After date is read. */
export function refusalIn(
  answer: EngineAnswer,
  dialect: EngineDialect,
  site: EngineSite,
  now = Date.now(),
): SearchFailure | null {
  const own = dialect.refusal?.(answer) ?? null;
  const code = own?.code ?? codeOf(answer.status);
  if (code === null) return null;
  const asked = retryAfter({ 'retry-after': answer.headers.get('retry-after') ?? undefined }, now);
  const retryAfterMs = asked ?? own?.retryAfterMs ?? null;
  const { message, cure } = WORDS[code](site, answer.status);
  return new SearchFailure(
    { code, message, cure: own?.cure ?? cure },
    { retryable: code === 'search.rate-limited' || code === 'search.server', retryAfterMs },
  );
}

function codeOf(status: number): RefusalCode | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) return 'search.unauthorised';
  if (status === 402) return 'search.quota';
  if (status === 429) return 'search.rate-limited';
  return status >= 500 || status === 408 || status === 425 ? 'search.server' : 'search.refused';
}

interface Words {
  readonly message: string;
  readonly cure: string;
}

const WORDS: Readonly<Record<RefusalCode, (site: EngineSite, status: number) => Words>> = {
  'search.unauthorised': ({ label, about }) => ({
    message: `${label} did not accept the ${about.needsKey ? 'API key' : 'request without signing in'}.`,
    cure: about.needsKey
      ? `In the settings, enter a valid key for ${about.name}; it makes them at ${about.keysAt}.`
      : 'Open the instance in the browser: it may ask for a password, which cannot be given here.',
  }),
  'search.quota': ({ label }) => ({
    message: `What the account at ${label} allows is used up.`,
    cure: 'Wait until its day or month is over, allow more there, or put another engine before it in the settings.',
  }),
  'search.rate-limited': ({ label }) => ({
    message: `${label} asks to slow down.`,
    cure: 'Wait a moment and search again, or put another engine before it in the settings.',
  }),
  'search.server': ({ label }, status) => ({
    message: status < 400 ? `${label} is not able to search at the moment.` : `${label} failed (${status}).`,
    cure: 'Try again in a moment. If it keeps happening, put another engine before it in the settings.',
  }),
  'search.refused': ({ label }, status) => ({
    message: status < 400 ? `${label} refused the search.` : `${label} refused the search (${status}).`,
    cure: 'Check its address in the settings, and try it there.',
  }),
};
