import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import { validateLimits, toLimitsForm, parseLimits, type LimitsForm } from '../../../src/options/models/limits.tsx';
import { checkSettings } from '../../../src/lib/protocol/check.ts';

const limits = (change: Partial<LimitsForm>): LimitsForm => ({ ...toLimitsForm(DEFAULT_SETTINGS), ...change });

describe('the form of the limits', () => {
  it('means limits that can be saved whenever it finds no fault', () => {
    const odd = fc.constantFrom('', ' 80 ', '0', '2.5', '1e3', 'x');
    const figure = (max: number) => fc.oneof({ weight: 4, arbitrary: fc.nat(max).map(String) }, odd);
    const forms = fc
      .record({ tokenBudget: figure(100_000), warnAt: figure(110), maxSteps: figure(60), maxCost: figure(100) })
      .map(limits);
    fc.assert(
      fc.property(forms, (form) => {
        fc.pre(Object.keys(validateLimits(form)).length === 0);
        const settings = { ...DEFAULT_SETTINGS, ...parseLimits(form) };
        expect(checkSettings(settings)).toMatchObject({ ok: true });
        expect(parseLimits(toLimitsForm(settings))).toEqual(parseLimits(form));
      }),
    );
  });

  it('takes the warning as a whole percent of the budget', () => {
    for (const wrong of ['9', '101', '80.5', '', '80 %']) {
      expect(validateLimits(limits({ warnAt: wrong })).warnAt).toBe('A whole number from 10 to 100.');
    }
    expect(parseLimits(limits({ warnAt: ' 65 ' })).warnAt).toBe(65);
  });

  it('bounds the steps of a run, and its cost above 0 or not at all', () => {
    for (const wrong of ['1', '51', '2.5', '']) {
      expect(validateLimits(limits({ maxSteps: wrong })).maxSteps).toBe('A whole number from 2 to 50.');
    }
    expect(validateLimits(limits({ maxCost: '0' })).maxCost).toContain('up to 1,000,000');
    expect(validateLimits(limits({ maxSteps: '50', maxCost: '' }))).toEqual({});
    expect(parseLimits(limits({ maxCost: ' ' })).maxCost).toBe(0);
  });
});
