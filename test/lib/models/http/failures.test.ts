import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCure } from '../../../../src/lib/base/cure.ts';
import { UserFacingError } from '../../../../src/lib/base/errors.ts';
import { normaliseBaseUrl } from '../../../../src/lib/models/address.ts';
import { toModelFailure } from '../../../../src/lib/models/http/failures.ts';
import { openAICompatible } from '../../../../src/lib/models/providers/openai-compatible.ts';
import { parseRetryAfter, parseRetryDelay } from '../../../../src/lib/base/retry-after.ts';
import { sanitiseText, parseErrorValue, parseErrorBody } from '../../../../src/lib/models/http/error-body.ts';
import { createStatusFailure } from '../../../../src/lib/models/http/status-failures.ts';
import { WireError } from '../../../../src/lib/models/http/call-errors.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const site = {
  protocol: openAICompatible,
  endpoint: 'http://localhost:11434/v1',
  model: 'gemma3:4b',
  extensionOrigin: 'chrome-extension://abcdefghijklmnop/',
  now: NOW,
};

describe('retryAfter', () => {
  it.each([
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': ' 0.5 ' }, 500],
    [{ 'retry-after': 'Fri, 02 Jan 2026 03:04:35 GMT' }, 30_000],
    [{ 'retry-after': 'Fri, 02 Jan 2026 03:00:00 GMT' }, 0],
    [{ 'retry-after': '99999999' }, 86_400_000],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '1e9' }, undefined],
    [{}, undefined],
  ])('reads %j', (headers, wait) => expect(parseRetryAfter(headers, NOW)).toBe(wait));

  it.each([
    ['12s', 12_000],
    ['34.074824224s', 34_075],
    ['99999999s', 86_400_000],
    ['12', undefined],
    ['-1s', undefined],
    ['s', undefined],
    [12, undefined],
  ])('reads a duration in a body: %j', (said, wait) => expect(parseRetryDelay(said)).toBe(wait));

  it('is a wait between nothing and a day, whatever the header or the duration', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        for (const wait of [parseRetryAfter({ 'retry-after': a, 'retry-after-ms': b }, NOW), parseRetryDelay(`${a}s`)])
          expect(wait === undefined || (Number.isInteger(wait) && wait >= 0 && wait <= 86_400_000)).toBe(true);
      }),
    );
  });
});

describe('a server’s words', () => {
  it.each([
    ['{"error":{"message":"no","code":"x_y","type":"T"}}', 'no', 'x_y t'],
    ['{"error":"no"}', 'no', ''],
    ['{"error":{"code":400,"message":"no","status":"S_T","details":[{"reason":"R_N"},null,{}]}}', 'no', 's_t r_n'],
    ['[{"error":{"message":"no","status":"S_T"}}]', 'no', 's_t'],
    ['[{"loc":["body"],"msg":"no"}]', 'body: no', ''],
    ['{"object":"error","message":"no","type":"T","code":400}', 'no', 't'],
    ['{"message":{"detail":[{"loc":["body","stream"],"msg":"no"}]}}', 'body.stream: no', ''],
    ['{"detail":"no"}', 'no', ''],
    ['no', 'no', ''],
    ['<html><body>no</body></html>', '', ''],
    ['', '', ''],
    ['null', '', ''],
    ['[]', '', ''],
    ['{"error":null}', '', ''],
  ])('are found in %s', (body, text, kind) => expect(parseErrorBody(body)).toMatchObject({ text, kind }));

  it('carry the real status and the window where a server puts them', () => {
    expect(parseErrorValue({ code: '429', message: 'no' }).status).toBe(429);
    expect(parseErrorValue({ status: 503 }).status).toBe(503);
    expect(parseErrorValue({ code: 12 }).status).toBeNull();
    expect(parseErrorValue({ n_ctx: 4096.5 }).contextTokens).toBe(4096);
    expect(parseErrorValue([{ error: { code: 503 } }]).status).toBe(503);
    expect(parseErrorValue({ details: [{}, { retryDelay: '2s' }] }).retryAfterMs).toBe(2000);
    expect(parseErrorValue({ details: [{}] }).retryAfterMs).toBeNull();
  });

  it.each([
    ['key sk-proj-abc*****wxyz1234 is wrong', 'key [key] is wrong'],
    ['see https://a.example/help?token=abc#x now', 'see https://a.example/help now'],
    ['Authorization: Bearer eyJhbGciOi1234', 'Authorization: [key]'],
    ['Bearer authentication required', 'Bearer authentication required'],
    ['a\u0000b\u202ec\r\n\td', 'a b c d'],
    ['meta-llama/Llama-3.3-70B-Instruct-Turbo', 'meta-llama/Llama-3.3-70B-Instruct-Turbo'],
  ])('are cleaned: %j', (said, shown) => expect(sanitiseText(said)).toBe(shown));

  it('are one bounded line without control or direction characters, whatever the body', () => {
    const body = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      fc.json(),
      fc.string().map((text) => JSON.stringify({ error: text })),
    );
    fc.assert(
      fc.property(body, fc.nat(5000), (text, times) => {
        const { text: said, kind } = parseErrorBody(text.repeat(1 + (times % 50)));
        expect(said.length).toBeLessThanOrEqual(301);
        expect(kind.length).toBeLessThanOrEqual(200);
        expect(said).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });

  it('cost no more than their length: hostile bodies of 64 KB are read at once', () => {
    for (const unit of ['<', ' ', 'https://', '{"error":', 'bearer 1', 'model ', 'context ', '[', 'exceed']) {
      const words = parseErrorBody(unit.repeat(65_536 / unit.length));
      createStatusFailure({ status: 400, headers: {}, serverMessage: words }, site); // a test time-out is the bound
    }
  });
});

describe('failures', () => {
  it('give Ollama’s cure in the narrow form, for this extension alone', () => {
    const { hint } = createStatusFailure({ status: 403, headers: {}, serverMessage: parseErrorBody('') }, site);
    expect(hint).toContain('OLLAMA_ORIGINS=chrome-extension://abcdefghijklmnop ollama serve');
    expect(hint).toContain('launchctl setenv OLLAMA_ORIGINS "chrome-extension://abcdefghijklmnop"');
    expect(parseCure(hint, 'Linux').filter(({ kind }) => kind === 'command')).toHaveLength(2); // one for each way to start it
    expect(hint).toContain(
      `printf '[Service]\\nEnvironment="OLLAMA_ORIGINS=chrome-extension://abcdefghijklmnop"\\n' | sudo tee`,
    );
    expect(hint).not.toMatch(/extension:\/\/\*|ijklmnop\//);
  });

  it.each([
    [
      'https://api.example/v1',
      '403 from a provider is about the key',
      403,
      '{"error":"Not allowed"}',
      /this key may use/,
    ],
    ['http://localhost:1234', 'a path without its version', 404, 'Not Found', /did you forget \/v1/],
    ['http://localhost:1234/v1', 'a path with its version', 404, 'Not Found', /Check the path/],
  ])('at %s: %s', (endpoint, _name, status, body, hint) => {
    expect(
      createStatusFailure({ status, headers: {}, serverMessage: parseErrorBody(body) }, { ...site, endpoint }).hint,
    ).toMatch(hint);
  });

  it('tell a refused connection on this machine from one elsewhere', () => {
    const down = new WireError('unreachable');
    expect(toModelFailure(down, site)).toMatchObject({ code: 'model.unreachable', retryable: false });
    const away = toModelFailure(down, { ...site, endpoint: 'https://api.example/v1?key=secret' });
    expect(away).toMatchObject({ code: 'model.unreachable', retryable: true });
    expect(JSON.stringify(away)).not.toContain('secret');
    expect(away.hint).not.toContain('ollama');
  });

  it('keep what was raised with its own cure, and admit what is ours', () => {
    const error = { code: 'key.invalid', message: 'No.', hint: 'Yes.' };
    expect(toModelFailure(new UserFacingError(error), site)).toEqual({ ...error, retryable: false });
    expect(toModelFailure(new RangeError('slip'), site)).toMatchObject({ code: 'internal', retryable: false });
  });

  it('are total: anything thrown becomes a sentence and a cure', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        const { code, message, hint } = toModelFailure(thrown, site);
        expect([code, message, hint].every((text) => text !== '')).toBe(true);
      }),
    );
  });
});

it('baseOf takes what people paste', () => {
  for (const pasted of ['/v1', '/v1/', '/v1//', '/v1/chat/completions', '/v1/chat/completions/ ']) {
    expect(normaliseBaseUrl(` http://localhost:11434${pasted}`, openAICompatible)).toBe('http://localhost:11434/v1');
  }
  for (const pasted of ['', '/', '/models', '/models/', '/models/m', '/models/m:generate', '/models/m:say/']) {
    expect(normaliseBaseUrl(`https://a.example/v1${pasted}`, { path: '/models/{model}:say' })).toBe(
      'https://a.example/v1',
    );
  }
  for (const other of ['https://models.example/v1', 'https://a.example/modelsx', 'https://a.example/models/m/v1']) {
    expect(normaliseBaseUrl(other, { path: '/models/{model}:say' })).toBe(other);
  }
});
