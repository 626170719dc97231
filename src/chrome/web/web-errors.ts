import type { UserError } from '../../lib/base/errors.ts';
import type { AddressProblem } from '../../lib/pipeline/web/web-address.ts';

const OPEN_HINT = 'Open it in a tab to see for yourself; there it can be read and asked about.';

export const WEB_ACCESS_ERROR: UserError = {
  code: 'web.no-access',
  message: 'KnowledgeLens may not read pages that aren’t open in a tab.',
  hint: 'Allow it to read pages in the panel, where a question of the web is asked. Until then answers rest on what search engines say.',
};

export const RULES_REFUSED_ERROR: UserError = {
  code: 'web.unreachable',
  message:
    'The browser didn’t take the rules that keep KnowledgeLens away from private networks, so no page was fetched.',
  hint: 'Restart the browser and try again.',
};

export const WEB_TIMEOUT_ERROR: UserError = {
  code: 'web.timeout',
  message: 'The page took too long.',
  hint: `Try again later. ${OPEN_HINT}`,
};

export const PAGE_TOO_LARGE_ERROR: UserError = {
  code: 'web.too-large',
  message: 'The page is larger than KnowledgeLens reads from the web.',
  hint: OPEN_HINT,
};

export const EMPTY_PAGE_ERROR: UserError = {
  code: 'web.empty',
  message: 'The page has no text without its scripts, or none at all.',
  hint: OPEN_HINT,
};

export const REDIRECT_ERROR: UserError = {
  code: 'web.redirected',
  message: 'The page sends its readers on to an address that KnowledgeLens doesn’t follow.',
  hint: 'Open it in a tab if you trust where it leads.',
};

export const UNREADABLE_ERROR: UserError = {
  code: 'web.unreadable',
  message: 'The text couldn’t be taken out of the page.',
  hint: OPEN_HINT,
};

export function createAddressError(why: AddressProblem): UserError {
  const message =
    why === 'no-address' || why === 'scheme'
      ? 'This is no address of a page on the web.'
      : why === 'credentials'
        ? 'The address carries a name or a password, which KnowledgeLens sends nowhere.'
        : 'The address leads into a private network or to this computer, where KnowledgeLens fetches nothing.';
  return { code: 'web.private', message, hint: 'If you trust it, open it in a tab and ask about it there.' };
}

export function createStatusError(status: number): UserError {
  return {
    code: 'web.status',
    message: `The server answered ${String(status)} (${describeStatus(status)}) instead of the page.`,
    hint: status >= 500 || status === 429 ? `Try again later. ${OPEN_HINT}` : OPEN_HINT,
  };
}

function describeStatus(status: number): string {
  if (status === 401 || status === 403) return 'it wants to know who reads it, or keeps programs out';
  if (status === 404 || status === 410) return 'there is no such page';
  if (status === 429) return 'too many requests';
  return status >= 500 ? 'it is in trouble itself' : 'it doesn’t give it';
}

export function createTypeError(type: string | null): UserError {
  const mediaType = /^[\w.+-]{1,40}\/[\w.+-]{1,80}/.exec(type ?? '')?.[0];
  return {
    code: 'web.type',
    message: `This address has no page, text or PDF${mediaType === undefined ? '' : ` but ${mediaType}`}.`,
    hint: OPEN_HINT,
  };
}

export const UNREACHABLE_ERROR: UserError = {
  code: 'web.unreachable',
  message: 'The page couldn’t be reached.',
  hint: `Check the connection and try again. ${OPEN_HINT}`,
};

export const toWebPdfError = ({ code, message }: UserError): UserError => ({
  code: code === 'page.timeout' ? 'web.timeout' : 'web.unreadable',
  message,
  hint: OPEN_HINT,
});
