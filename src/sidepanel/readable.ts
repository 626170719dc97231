/** Arguments and addresses of calls, for a person to read and to judge. The one rule: what hides is written out. */
import type { Args } from '../lib/agent/decision.ts';
import { exactly } from '../lib/base/visible.ts';

/** Longest that is shown of one argument in the trace; an approval shows all of it. */
const SHOWN = 120;

/** The arguments in one line: bare values where there is one, names beside them where there are more. */
export function compactArgs(args: Args): string {
  const all = Object.entries(args);
  const short = (value: unknown): string => {
    const text = valueText(value);
    return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  };
  if (all.length === 1) return all.map(([, value]) => short(value)).join('');
  return all.map(([name, value]) => `${exactly(name)}: ${short(value)}`).join(', ');
}

/** Name and value of each argument, whole. */
export function wholeArgs(args: Args): readonly (readonly [string, string])[] {
  return Object.entries(args).map(([name, value]) => [exactly(name), valueText(value)] as const);
}

const valueText = (value: unknown): string => exactly(typeof value === 'string' ? value : JSON.stringify(value));

/** Longest that is shown of what was found. */
const GLIMPSED = 160;
/** What a line of Markdown or of a list of passages begins with: its number in the index, marks of a heading. */
const MARKS = /^(?:\[[\w-]{1,20}\] )?#{0,6} ?/;

/**
 * A text of `length` characters in one line, from how it begins: without the marks of its headings, and a heading that is
 * said twice once.
 */
export function glimpse(beginning: string, length: number): string {
  const lines = beginning.split('\n').map((line) => line.replace(MARKS, '').trim());
  const told = lines.filter((line, at) => line !== '' && line !== lines.slice(0, at).findLast((said) => said !== ''));
  const line = told.join(' · ');
  return line.length > GLIMPSED || beginning.length < length ? `${line.slice(0, GLIMPSED).trimEnd()}…` : line;
}

export interface Address {
  /** As it was given, with what hides in it written out. */
  readonly written: string;
  /** Where it leads, in ASCII, an international name as the browser sends it (`xn--…`); '' where it is no web address. */
  readonly host: string;
  /** What the browser makes of it, where that is something else; '' otherwise. */
  readonly opens: string;
}

/** What an address is, drawn from its text alone. */
export function addressOf(text: string): Address {
  const written = exactly(text);
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb) return { written, host: '', opens: '' };
  return { written, host: url.host, opens: [text, `${text}/`].includes(url.href) ? '' : exactly(url.href) };
}
