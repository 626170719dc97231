import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../../src/lib/base/append-map.ts';
import type { FrameDraft } from '../../../../src/lib/agent/frames/stamp.ts';
import { frames, say } from '../../../sidepanel/kit/script.ts';
import { UNTRUSTED } from '../../../kit/runs/tools.ts';
import { applyChanges, createSession } from '../../../../src/lib/agent/state/agent-state.ts';
import { foldAll } from '../../../../src/lib/agent/state/fold.ts';
import { listOpenings, selectBestPartial } from '../../../../src/lib/agent/state/partial-answer.ts';
import type { SettledReply } from '../../../../src/lib/agent/state/request-state.ts';

const PARTS = Array.from({ length: 12 }, (_, i) => ({ key: `2/1/${String(i)}`, text: `Part ${String(i)}.` }));

describe('the parts of a run that failed', () => {
  it('are said in their own order, in whatever order calls made side by side were answered [R6.5b]', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(PARTS, { minLength: 1 }), (settled) => {
        const replies = settled.reduce(
          (ledger, { key, text }) =>
            ledger.with(key, { text, calls: [], finish: 'stop', purpose: 'part', labels: UNTRUSTED }),
          Ledger.empty<SettledReply>(),
        );
        const said = PARTS.filter((part) => settled.includes(part)).map(({ text }) => text);
        expect(selectBestPartial(applyChanges(createSession(), { request: { replies } }))).toBe(said.join('\n\n'));
      }),
    );
  });
});

describe('what a failed run says of what it found', () => {
  const quote = (text: string) => ({
    type: 'resource' as const,
    ...{ title: 'Tides', uri: '', language: 'en' },
    body: { hash: 'h', length: text.length, tokens: 0, preview: text.slice(0, 200) },
  });
  const find = (text: string) =>
    selectBestPartial(
      foldAll(
        frames(say.invoked(), say.plan(1, { by: 'model' }), say.toolCall('find_in_page', '1.0/a'), {
          ...say.result('1.0/a', 'One passage was found.'),
          content: [quote(text)],
        } as FrameDraft),
      ),
    );

  it('is a short text as it is, and the beginning of a long one, in whole words', () => {
    expect(find('[0/1] Tides › Why\nTwice a day.')).toBe('- Twice a day.');
    expect(find(`[0/1] Tides\n${'The moon pulls the water. '.repeat(30)}`)).toMatch(
      / (?:moon|pulls|the|water\.|The)…$/,
    );
  });

  it('is the tool’s own words where the text has none below its headings', () => {
    for (const text of ['', '# Tides', `[0/1] ${'Tides › '.repeat(40)}\nTwice a day.`])
      expect(find(text)).toBe('- One passage was found.');
  });

  it('is never an ellipsis without words, nor a part of a word', () => {
    const line = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('# Tides', '[0/1] Why', '', '  '));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const text = lines.join('\n');
        const words = new Set(text.split(/\s/u));
        for (const opening of listOpenings([quote(text)])) {
          expect(opening).not.toMatch(/^…?$/);
          const shown = opening.replace(/…$/, '').split(' ');
          if (shown.length > 1) for (const word of shown) expect(words.has(word) || words.has(`${word}…`)).toBe(true);
        }
      }),
    );
  });
});
