/**
 * What every search engine must do, whatever its server does: one case per behaviour, and what a caller must see of it.
 * The one rule: a case says only what a caller can see. `refusals` in the fixtures are each engine's own ways.
 */
import type { SearchLimits } from '../../../src/lib/pipeline/engines/engine-exchange.ts';
import type { EngineId, SearchHit, SearchQuery } from '../../../src/lib/pipeline/engines/types.ts';
import { drop, forEver, hang, html, raw, redirect } from '../models/model-server-replies.ts';
import type { Behaviour } from '../models/model-server.ts';
import { searchFixture, withItems, type SearchFails } from './search-fixtures.ts';
import { json } from '../models/wire-bytes.ts';

export interface SearchCase {
  readonly name: string;
  readonly server: Behaviour;
  /** {@link QUERY} unless given. */
  readonly query?: SearchQuery;
  /** What differs from {@link PATIENT}. */
  readonly limits?: Partial<SearchLimits>;
  readonly ends: readonly SearchHit[] | SearchFails;
}

export const QUERY: SearchQuery = { words: 'arven tidal power', count: 10, language: 'en' };

/** Limits that no healthy exchange on this machine meets. */
export const PATIENT: SearchLimits = { timeoutMs: 60_000, maxBytes: 2 * 1024 * 1024 };

const fails = (code: SearchFails['code'], retryable: boolean, ...says: readonly string[]): SearchFails => ({
  code,
  retryable,
  says,
});

/** Every engine has these, or says in its fixture why it cannot. */
export const REFUSALS = ['unauthorised', 'quota'] as const;

const JUNK: readonly unknown[] = [
  null,
  7,
  'a result',
  [],
  {},
  { url: null, link: {}, title: [] },
  { url: 'javascript:alert(1)', link: 'javascript:alert(1)', title: '' },
  { url: 'https://me:secret@bank.example/', link: 'file:///etc/passwd', title: 3 },
];

export function searchCases(engine: EngineId): readonly SearchCase[] {
  const fixture = searchFixture(engine);
  const whole = JSON.stringify(fixture.results);
  const half = whole.slice(0, whole.length / 2);
  const soon = { timeoutMs: 60 };
  const begun =
    (then: Behaviour): Behaviour =>
    async (exchange, wire) => {
      wire.head(200, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(whole)) });
      await wire.send(half);
      await then(exchange, wire);
    };
  const body = (value: unknown): Behaviour => json(200, value);
  const among = withItems(fixture, (own) => JUNK.flatMap((junk, at) => [junk, ...own.slice(at, at + 1)]));

  return [
    { name: 'results', server: json(200, fixture.results), ends: fixture.hits },
    { name: 'no result', server: json(200, fixture.none), ends: [] },
    {
      name: 'more results than were wanted',
      server: json(200, fixture.results),
      query: { ...QUERY, count: 1 },
      ends: fixture.hits.slice(0, 1),
    },
    { name: 'results among what is none', server: body(among), ends: fixture.hits },
    { name: 'nothing but what is no result', server: body(withItems(fixture, () => JUNK)), ends: [] },
    ...fixture.refusals.map(({ name, status, headers, body: said, ends }): SearchCase => {
      const refuses = typeof said === 'string' ? raw(status, 'text/html', said) : json(status, said, headers);
      return { name, server: refuses, ends };
    }),

    {
      name: '429 with seconds to wait',
      server: json(429, { message: 'slow down' }, { 'retry-after': '7' }),
      ends: { ...fails('search.rate-limited', true, 'slow down'), retryAfterMs: 7000 },
    },
    {
      name: '429 with a moment to wait for, which is past',
      server: json(429, {}, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
      ends: { ...fails('search.rate-limited', true), retryAfterMs: 0 },
    },
    { name: '429 in HTML', server: html(429), ends: fails('search.rate-limited', true, 'Wait a moment') },
    { name: '500', server: json(500, { detail: 'oops' }), ends: fails('search.server', true, '(500)') },
    { name: '502 in HTML', server: html(502), ends: fails('search.server', true, '(502)') },
    {
      name: '503 with seconds to wait',
      server: json(503, {}, { 'retry-after': '2' }),
      ends: { ...fails('search.server', true), retryAfterMs: 2000 },
    },
    { name: '404', server: html(404), ends: fails('search.refused', false, '(404)', 'settings') },
    { name: '402', server: json(402, {}), ends: fails('search.quota', false, 'used up') },

    { name: 'HTML', server: html(), ends: fails('search.bad-answer', false, 'a web page', 'sign in') },
    {
      name: 'HTML that says it is JSON',
      server: raw(200, 'application/json', '\n<html><body>Welcome</body></html>'),
      ends: fails('search.bad-answer', false, 'a web page'),
    },
    { name: 'nothing', server: raw(200, 'application/json', ''), ends: fails('search.bad-answer', false, 'no JSON') },
    { name: 'half of it, with an end', server: raw(200, '', half), ends: fails('search.bad-answer', false, 'no JSON') },
    ...[null, 7, 'text', [], {}, { ok: true }, withItems(fixture, () => 'none')].map((shape): SearchCase => ({
      name: `JSON of another shape: ${JSON.stringify(shape).slice(0, 30)}`,
      // `null` alone would be sent as no body
      server: raw(200, 'application/json', JSON.stringify(shape)),
      ends: fails('search.bad-answer', false, 'form'),
    })),
    {
      name: 'more than the bound',
      server: raw(200, 'application/json', ' '.repeat(70_000) + whole),
      limits: { maxBytes: 65_536 },
      ends: fails('search.bad-answer', false, '64 KB'),
    },
    {
      name: 'no end',
      server: forEver(' '.repeat(4096), 'application/json'),
      limits: { maxBytes: 65_536 },
      ends: fails('search.bad-answer', false, '64 KB'),
    },
    { name: 'a refusal without an end', server: endlessRefusal(), ends: fails('search.server', true) },

    { name: 'silence', server: hang(), limits: soon, ends: fails('search.timeout', true, '60 milliseconds') },
    {
      name: 'silence in the middle',
      server: begun((_exchange, wire) => wire.gone),
      limits: soon,
      ends: fails('search.timeout', true),
    },
    {
      name: 'a cut in the middle',
      server: begun((_exchange, wire) => wire.destroy()),
      ends: fails('search.unreachable', true, 'broke off'),
    },
    { name: 'a connection dropped', server: drop(), ends: fails('search.unreachable', true, 'No connection') },
    {
      name: 'a redirect',
      server: redirect('/elsewhere'),
      ends: fails('search.refused', false, 'redirect', 'settings'),
    },
  ];
}

function endlessRefusal(): Behaviour {
  return async (exchange, wire) => {
    wire.head(500, { 'content-type': 'text/plain' });
    while (exchange.state === 'open') {
      await wire.send('x'.repeat(65_536));
      await new Promise(setImmediate); // server and client share one event loop: let the other side have a turn
    }
  };
}
