import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkWith, type Validate } from '../../../src/lib/schema/validator.ts';
import { argumentsSubject } from './arbitraries.ts';

// Compiled while the file loads: tests of the core run without `Function`. A failure prints the schema it failed on.
const ajv = new Ajv({ strict: false, ownProperties: true });
const subjects = fc
  .sample(argumentsSubject, 200)
  .map((subject) => ({ ...subject, compiled: ajv.compile(subject.schema) as Validate }));

describe('**Feature: agent-architecture-upgrade, Property 5: Tool Validation Rejects Invalid Input**', () => {
  it('a value that breaks one keyword is rejected with its path, what was found and what was expected', () => {
    const broken = fc.constantFrom(...subjects).chain((subject) => fc.tuple(fc.constant(subject), subject.bad));
    fc.assert(
      fc.property(broken, ([{ compiled }, { value, at = '', says }]) => {
        const result = checkWith('tool', compiled, value);
        expect(result.ok ? 'accepted' : result.message).toContain(`tool: ${at} ${says}`);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a value that fits is handed back', () => {
    const fitting = fc.constantFrom(...subjects).chain((subject) => fc.tuple(fc.constant(subject), subject.good));
    fc.assert(
      fc.property(fitting, ([{ compiled }, value]) => {
        expect(checkWith('tool', compiled, value)).toEqual({ ok: true, value });
      }),
      { numRuns: 1_000 },
    );
  });
});
