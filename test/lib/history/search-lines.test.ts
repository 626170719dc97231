import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SEARCH_TEXT, appendSearchLines } from '../../../src/lib/history/search-lines.ts';
import { conversation, type Said } from '../../kit/storage/conversation.ts';
import { frames as script, say } from '../../sidepanel/kit/script.ts';

const text = fc.oneof(fc.string({ maxLength: 400, unit: 'grapheme' }), fc.lorem({ mode: 'sentences', maxCount: 12 }));
const SAID: fc.Arbitrary<Said> = fc.oneof(
  fc.record({ by: fc.constantFrom('user' as const, 'answer' as const), text }),
  fc.record({ by: fc.constant('page' as const), title: text, url: fc.oneof(fc.webUrl(), text) }),
  fc.record({ by: fc.constant('selection' as const), words: text }),
);

describe('the words of a run', () => {
  it('are the questions, the answers, the pages with their hosts and the selections, as a reader sees them', () => {
    const run = conversation('a', 'Who built it?', [
      { by: 'page', title: 'The *old* bridge', url: 'https://en.example.org/bridge?x=secret' },
      { by: 'selection', words: 'a bridge of\nstone' },
      {
        by: 'answer',
        text: '# Answer\n\n- It was **built** by [the guild](#p3).\n- Then it fell[^1].\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      },
      { by: 'user', text: 'And when?' },
      { by: 'answer', text: 'In `1402`.' },
    ]);
    expect(appendSearchLines('', run).split('\n')).toEqual([
      'Who built it?',
      'The *old* bridge · en.example.org',
      'a bridge of',
      'stone',
      'Answer',
      'It was built by the guild.',
      'Then it fell. a b 1 2',
      'And when?',
      'In 1402.',
    ]);
  });

  it('are also what agents said to the person and heard from them, and not what they reported to each other', () => {
    const of = { agentId: 'tutor', correlationId: '1.0/tutor' };
    const spec = { goal: 'Teach the bridge.' };
    const told = script(
      say.invoked({ goal: 'Teach me.' }),
      { ...say.invoked(spec), ...of },
      { ...say.ask('turn', 'q', 'What **is** a bridge?'), ...of },
      { ...say.ask('approval', 'p', 'May I?'), ...of },
      { ...say.control({ control: 'answer', ask: 'q', text: 'A way over.' }), ...of },
      { ...say.answer('A report.'), ...of },
      say.answer('Well learnt.'),
    );
    expect(appendSearchLines('', told).split('\n')).toEqual([
      'Teach me.',
      'What is a bridge?',
      'A way over.',
      'Well learnt.',
    ]);
  });

  it('are the same however the frames come, within their bound, and hold the latest where they are too many', () => {
    fc.assert(
      fc.property(text, fc.array(SAID, { maxLength: 12 }), fc.nat(), (goal, said, cut) => {
        const frames = conversation('a', goal, said);
        const at = cut % (frames.length + 1);
        const whole = appendSearchLines('', frames);
        expect(appendSearchLines(appendSearchLines('', frames.slice(0, at)), frames.slice(at))).toBe(whole);
        expect(whole.length).toBeLessThanOrEqual(MAX_SEARCH_TEXT);
      }),
    );
    const long = Array.from({ length: 9 }, (_, i) => ({ by: 'answer' as const, text: `n${String(i)} `.repeat(1500) }));
    const words = appendSearchLines('', conversation('a', 'First?', long));
    expect(words.length).toBeGreaterThan(MAX_SEARCH_TEXT - 300);
    expect([words.includes('n8'), words.includes('n0'), words.includes('First?')]).toEqual([true, false, false]);
  });

  it('take time that grows with the text, whatever it is made of', () => {
    for (const unit of ['[', '](', '*', '`', '> ', '- ', '|', '\n', '<', '&', 'a', ' ', '\u0300']) {
      const words = appendSearchLines(
        '',
        conversation('a', unit.repeat(200_000), [{ by: 'answer', text: unit.repeat(200_000) }]),
      );
      expect(words.length).toBeLessThanOrEqual(MAX_SEARCH_TEXT);
    }
  });
});
