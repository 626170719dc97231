import { expect, it } from 'vitest';
import { redactText } from '../../../src/chrome/storage/redact-key.ts';

const KEY = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJlLW9mLW1pbmU';
const OTHER = 'eyJhbGciOiJSUzI1NiJ9.eyJhdWQiOiJ5b3UifQ.c2lnbmF0dXJlLW9mLXlvdXJz';

it.each([
  [`Refused ${KEY}.`, 'Refused [key].'],
  [`Refused ${KEY.slice(0, 14)}`, 'Refused [key]'],
  [`Refused "${KEY.slice(0, 14)}…"`, 'Refused "[key]…"'],
  [`Refused ${KEY.slice(0, 18)}... and ${KEY.slice(0, 18)}****`, 'Refused [key]... and [key]****'],
  [`Refused ${KEY.slice(0, 40)}XXXX`, 'Refused [key]XXXX'],
])('a key is taken out also where it is cut off: %s', (text, redacted) => {
  expect(redactText(text, KEY)).toBe(redacted);
});

it('another token that begins alike stays whole, beside the key', () => {
  expect(redactText(`${OTHER} ${KEY} ${OTHER}`, KEY)).toBe(`${OTHER} [key] ${OTHER}`);
});

it('a key that is repeated very often is taken out each time', () => {
  const repeat = `${KEY.slice(0, 20)} `;
  expect(redactText(repeat.repeat(100_000), KEY)).toBe('[key] '.repeat(100_000));
});
