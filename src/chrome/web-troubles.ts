/** Why a page of the web was not read, and what the person can do about it. */
import type { Trouble } from '../lib/base/errors.ts';
import type { NotPublic } from '../lib/pipeline/web/guard.ts';

const OPEN = 'Open it in a tab to see for yourself; there it can be read and asked about.';

export const NO_ACCESS: Trouble = {
  code: 'web.no-access',
  message: 'KnowledgeLens may not read pages that are not open in a tab.',
  cure: 'Allow it to read pages in the panel, where a question of the web is asked. Until then answers rest on what search engines say.',
};

export const UNGUARDED: Trouble = {
  code: 'web.unreachable',
  message:
    'The browser did not take the rules that keep KnowledgeLens away from private networks, so no page was fetched.',
  cure: 'Restart the browser and try again.',
};

export const TIMEOUT: Trouble = {
  code: 'web.timeout',
  message: 'The page took too long.',
  cure: `Try again later. ${OPEN}`,
};

export const TOO_LARGE: Trouble = {
  code: 'web.too-large',
  message: 'The page is larger than KnowledgeLens reads from the web.',
  cure: OPEN,
};

export const EMPTY: Trouble = {
  code: 'web.empty',
  message: 'The page has no text without its scripts, or none at all.',
  cure: OPEN,
};

export const REDIRECTED: Trouble = {
  code: 'web.redirected',
  message: 'The page sends its readers on to an address that KnowledgeLens does not follow.',
  cure: 'Open it in a tab if you trust where it leads.',
};

export const UNREADABLE: Trouble = {
  code: 'web.unreadable',
  message: 'The text could not be taken out of the page.',
  cure: OPEN,
};

/** `why`: what the guard says of the address. */
export function privateAddress(why: NotPublic): Trouble {
  const message =
    why === 'no-address' || why === 'scheme'
      ? 'This is no address of a page on the web.'
      : why === 'credentials'
        ? 'The address carries a name or a password, which KnowledgeLens sends nowhere.'
        : 'The address leads into a private network or to this computer, where KnowledgeLens fetches nothing.';
  return { code: 'web.private', message, cure: 'If you trust it, open it in a tab and ask about it there.' };
}

export function badStatus(status: number): Trouble {
  return {
    code: 'web.status',
    message: `The server answered ${String(status)} (${meaning(status)}) instead of the page.`,
    cure: status >= 500 || status === 429 ? `Try again later. ${OPEN}` : OPEN,
  };
}

function meaning(status: number): string {
  if (status === 401 || status === 403) return 'it wants to know who reads it, or keeps programs out';
  if (status === 404 || status === 410) return 'there is no such page';
  if (status === 429) return 'too many requests';
  return status >= 500 ? 'it is in trouble itself' : 'it does not give it';
}

export function wrongType(type: string | null): Trouble {
  const said = /^[\w.+-]{1,40}\/[\w.+-]{1,80}/.exec(type ?? '')?.[0];
  return {
    code: 'web.type',
    message: `What stands there is no page, text or PDF${said === undefined ? '' : ` but ${said}`}.`,
    cure: OPEN,
  };
}

export const UNREACHABLE: Trouble = {
  code: 'web.unreachable',
  message: 'The page could not be reached.',
  cure: `Check the connection and try again. ${OPEN}`,
};

/** A PDF that came, but gave no text. */
export const ofPdf = ({ code, message }: Trouble): Trouble => ({
  code: code === 'page.timeout' ? 'web.timeout' : 'web.unreadable',
  message,
  cure: OPEN,
});
