import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_STYLE, type AnswerStyle } from '../../../src/lib/agent/frames/style.ts';
import { SYSTEM_LABELS } from '../../../src/lib/agent/frames/labels.ts';
import { stamp } from '../../../src/lib/agent/frames/stamp.ts';
import { foldAll } from '../../../src/lib/agent/state/fold.ts';
import { forkFrames } from '../../../src/lib/agent/store/fork.ts';
import { getStyleRule, getSummaryRule, getWritingLanguage } from '../../../src/lib/jobs/answer-style.ts';
import { getEnglishLanguageName } from '../../../src/lib/jobs/selection-actions.ts';
import { ANY_ANSWERS } from '../../kit/protocol/any-settings.ts';
import { specOf } from '../../kit/runs/world.ts';
import { termsIn } from '../../kit/runs/spec.ts';

const ANY_STYLE: fc.Arbitrary<AnswerStyle> = ANY_ANSWERS.map(({ language, length, format }) => ({
  language,
  length,
  format,
}));
const FORM_WORDS = [
  'Answer in two sentences.',
  'Bitte ausführlich.',
  'En bref, s’il vous plaît.',
  'As a table.',
  'Brevemente, por favor.',
  'Ответь кратко.',
  '请用列表。',
];

describe('the settings of answers [R2.7]', () => {
  it('never hold against a form or a length that the request asks for', () => {
    fc.assert(
      fc.property(ANY_STYLE, fc.constantFrom(...FORM_WORDS), (style, words) => {
        const goal = `What of the tide? ${words}`;
        const rule = getStyleRule(specOf({ job: 'ask', goal, style }));
        const usual = getStyleRule(specOf({ job: 'ask', goal, style: { ...DEFAULT_STYLE, language: style.language } }));
        expect(rule).toBe(usual);
        expect(rule).toContain('that the person asks for');
      }),
    );
  });

  it('leave the last word on the language to the request', () => {
    fc.assert(
      fc.property(ANY_STYLE, fc.string(), (style, goal) => {
        const rule = getStyleRule(specOf({ job: 'ask', goal, style }));
        expect(rule).toMatch(/in the language of the request|unless the request asks for another language/);
      }),
    );
  });

  it('are those of the record alone, also after it was stored, and the default where it has none', () => {
    fc.assert(
      fc.property(ANY_STYLE, fc.string(), (style, goal) => {
        const spec = specOf({ job: 'ask', goal, style });
        const read = JSON.parse(JSON.stringify(spec)) as typeof spec;
        expect([getStyleRule(read), getSummaryRule(read)]).toEqual([getStyleRule(spec), getSummaryRule(spec)]);
        const older = specOf({ job: 'ask', goal });
        const plain = { ...spec, style: DEFAULT_STYLE };
        expect([getStyleRule(older), getSummaryRule(older)]).toEqual([getStyleRule(plain), getSummaryRule(plain)]);
      }),
    );
  });

  it('stay those of the run when it is tried again, whatever the settings are by then', () => {
    fc.assert(
      fc.property(fc.option(ANY_STYLE, { nil: undefined }), ANY_STYLE, (style, now) => {
        const spec = specOf({ job: 'summarise', ...(style && { style }) });
        const begun = { kind: 'agent.invoked', labels: SYSTEM_LABELS, spec } as const;
        const first = stamp(begun, { runId: 'r1', seq: 0, at: 0, product: 'test', lastId: null });
        const config = termsIn(specOf({ style: now }));
        const forked = forkFrames([first], { runId: 'fork', at: 1, product: 'test', isPrivate: false, config });
        expect(foldAll(forked).spec?.style ?? DEFAULT_STYLE).toEqual(style ?? DEFAULT_STYLE);
      }),
    );
  });

  it('name a chosen language in a summary and in what is written about a selection, but not in a translation', () => {
    fc.assert(
      fc.property(ANY_STYLE, (style) => {
        const chosen = getEnglishLanguageName(style.language);
        const isChosen = chosen !== style.language;
        const about = { language: 'fr', style };
        expect(getSummaryRule({ style })).toContain(isChosen ? `in ${chosen}.` : 'in the language of the page.');
        if (isChosen) expect(getWritingLanguage({ ...about, action: 'explain' })).toBe(chosen);
        expect(getWritingLanguage({ ...about, action: 'translate' })).toBe('French');
      }),
    );
  });
});
