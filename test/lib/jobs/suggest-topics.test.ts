import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TOPICS, suggestTopics } from '../../../src/lib/jobs/suggest-topics.ts';

describe('topics of a page', () => {
  it('are its section headings in plain words, each once, the title not among them', () => {
    const page =
      '# How tides work\n\n## Why *two* a day?\n\nText.\n\n## Notes\n\n### The [moon](/m) and the sun\n\n## Why two a day?';
    expect(suggestTopics(page)).toEqual(['Why two a day?', 'The moon and the sun']);
    expect(suggestTopics('```\n## Not a heading\n```')).toEqual([]);
  });

  it.each([
    'Read https://evil.example/a1',
    'Read on www.evil.example',
    'Tidal\u{E0061}\u{E0062} ranges',
    '\u202Esegnar ladiT',
  ])('are none that would say for the person what they do not mean: %j', (heading) => {
    expect(suggestTopics(`# Tides\n\n## ${heading}\n\n## Tidal ranges\n`)).toEqual(['Tidal ranges']);
  });

  it('are always few, short lines without repetition', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 90 }),
      fc.constantFrom('## A heading of some length', '### Another one', ''),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const topics = suggestTopics(lines.join('\n'));
        expect(topics.length).toBeLessThanOrEqual(MAX_TOPICS);
        expect(new Set(topics).size).toBe(topics.length);
        for (const topic of topics) expect(topic).toMatch(/^\S.{6,58}\S$/u);
      }),
    );
  });
});
