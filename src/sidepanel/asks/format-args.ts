/** Invisible characters are always escaped. */
import type { Args } from '../../lib/agent/frames/decision.ts';
import { formatHostLetters } from './host-letters.ts';
import { escapeInvisible } from '../../lib/base/escape-invisible.ts';
import { parseUrl } from '../../lib/base/urls.ts';

const MAX_ARG_LENGTH = 120;

export function formatCompactArgs(args: Args): string {
  const all = Object.entries(args);
  const formatShort = (value: unknown): string => {
    const text = formatValue(value);
    return text.length > MAX_ARG_LENGTH ? `${text.slice(0, MAX_ARG_LENGTH)}…` : text;
  };
  if (all.length === 1) return all.map(([, value]) => formatShort(value)).join('');
  return all.map(([name, value]) => `${escapeInvisible(name)}: ${formatShort(value)}`).join(', ');
}

const formatValue = (value: unknown): string =>
  escapeInvisible(typeof value === 'string' ? value : JSON.stringify(value));

const MAX_GLIMPSE_LENGTH = 160;
const LINE_MARKS = /^(?:\[[\w-]{1,20}\] )?#{0,6} ?/;

/** `length` is that of the whole text. */
export function formatGlimpse(beginning: string, length: number): string {
  const lines = beginning.split('\n').map((line) => line.replace(LINE_MARKS, '').trim());
  const distinct = lines.filter(
    (line, at) => line !== '' && line !== lines.slice(0, at).findLast((other) => other !== ''),
  );
  const line = distinct.join(' · ');
  return line.length > MAX_GLIMPSE_LENGTH || beginning.length < length
    ? `${line.slice(0, MAX_GLIMPSE_LENGTH).trimEnd()}…`
    : line;
}

export interface Address {
  /** In ASCII (`xn--…`); '' if it is no web address. */
  readonly host: string;
  /** The host in letters, if it has any that are not ASCII; otherwise ''. */
  readonly letters: string;
  /** The URL that the browser opens, if it differs; otherwise ''. */
  readonly opens: string;
}

export function parseAddress(text: string): Address {
  const url = parseUrl(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb) return { host: '', letters: '', opens: '' };
  return {
    host: url.host,
    letters: escapeInvisible(formatHostLetters(url.host)),
    opens: [text, `${text}/`].includes(url.href) ? '' : url.href,
  };
}
