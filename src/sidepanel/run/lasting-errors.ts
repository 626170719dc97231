import type { UserError } from '../../lib/base/errors.ts';

/** It concerns the page alone: everything that needs none still works. */
export const isOfPage = ({ code }: UserError): boolean => code.startsWith('page.');

/** They stay as they are, however often the page is looked at. */
const LASTING_ERRORS: readonly string[] = [
  'page.browser-page',
  'page.pdf-locked',
  'page.pdf-broken',
  'page.pdf-scan',
  'page.too-large',
];

/** Whether nothing that the user does makes the page readable. */
export const isLasting = ({ code }: UserError): boolean => LASTING_ERRORS.includes(code);
