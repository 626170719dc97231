import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validate } from '../../../src/lib/schema/validate.ts';
import { argumentsSubject } from './arbitraries.ts';

describe('**Feature: agent-architecture-upgrade, Property 5: Tool Validation Rejects Invalid Input**', () => {
  it('a value that breaks one keyword is rejected with its path, what was found and what was expected', () => {
    const broken = argumentsSubject.chain((subject) => fc.tuple(fc.constant(subject), subject.bad));
    fc.assert(
      fc.property(broken, ([{ schema }, { value, at = '', says }]) => {
        const result = validate(schema, value, 'tool');
        expect(result.ok ? 'accepted' : result.message).toContain(`tool: ${at} ${says}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a value that fits is handed back', () => {
    const fitting = argumentsSubject.chain((subject) => fc.tuple(fc.constant(subject), subject.good));
    fc.assert(
      fc.property(fitting, ([{ schema }, value]) => {
        expect(validate(schema, value, 'tool')).toEqual({ ok: true, value });
      }),
      { numRuns: 1_000 },
    );
  });
});
