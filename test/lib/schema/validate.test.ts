import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/lib/protocol/check.ts';
import { SCHEMAS, type SchemaName } from '../../../src/lib/protocol/schemas.ts';
import { DEFAULT_SETTINGS } from '../../../src/lib/protocol/settings/defaults.ts';
import { FILE_KIND } from '../../../src/lib/protocol/settings/settings.ts';
import { validate } from '../../../src/lib/schema/validate.ts';
import { BUILT_IN_TOOLS } from '../../kit/agents/built-in-tools.ts';
import { GOOD_OFFSCREEN } from '../../kit/protocol/good-offscreen.ts';
import { GOOD_REQUESTS, GOOD_SCHEDULE } from '../../kit/protocol/good-requests.ts';
import { entryOf } from '../../kit/protocol/settings.ts';

/** One good value of each schema. */
const GOOD: Readonly<Record<SchemaName, Readonly<Record<string, unknown>>>> = {
  ...GOOD_REQUESTS,
  ...GOOD_OFFSCREEN,
  'panel.hello': { type: 'panel.hello', tabId: 7, runId: null, after: -1 },
  settings: { ...DEFAULT_SETTINGS },
  'settings.file': { kind: FILE_KIND, version: 4, settings: {} },
  grants: { version: 1, grants: [{ tool: 'open_link', origin: 'https://example.org' }] },
  'page-tools': {
    version: 1,
    tools: [{ origin: 'https://example.org', name: 'find', pin: 'a'.repeat(64) }],
  },
  selected: {
    url: 'https://example.org/oars',
    title: 'Oars',
    site: 'example.org',
    language: 'en-GB',
    path: ['Oars', 'Wood'],
    text: 'Ash is **heavier**.',
    cut: false,
    before: 'Oars are made of wood.',
    after: '',
  },
  'agents.kept': { version: 1, own: ['mine'], switched: [{ id: 'tutor', on: false }] },
  'schedules.kept': {
    version: 1,
    schedules: [
      {
        ...{ schedule: GOOD_SCHEDULE, on: true, next: 3, months: [{ month: '2026-11', spent: 7 }] },
        claim: {
          ...{ due: 2, missed: 0, at: 2, runId: 'schedule-s-1-2', month: '2026-11', reserved: 9, state: 'claimed' },
          ...{ attempts: 0, retryAt: 0, change: { added: 1, removed: 0, addedLines: ['New.'], removedLines: [] } },
        },
        outcomes: [
          { due: 1, missed: 2, at: 1, kind: 'skipped', reason: 'Why not.', runId: '', tokens: 0, change: null },
        ],
        ...{ seenAt: 2, removedAt: 0 },
      },
    ],
  },
  'agent.kept': { version: 1, text: 'id: mine', manifest: { id: 'mine' }, enabled: true, savedAt: 1 },
};
const names = Object.keys(SCHEMAS) as SchemaName[];

// Compiled while the file loads: tests of the core run without `Function`.
const ajv = new Ajv({ strict: true });
const compiled = Object.fromEntries(names.map((name) => [name, ajv.compile({ ...SCHEMAS[name] })]));
const strict = Object.fromEntries(
  [...BUILT_IN_TOOLS].map(([name, { definition }]) => [name, ajv.compile({ ...definition.inputSchema })]),
);

function messageOf(name: SchemaName, value: unknown): string {
  const result = check(name, value);
  expect(result.ok).toBe(false);
  return result.ok ? '' : result.message;
}

describe.each(names)('check %s', (name) => {
  const good = GOOD[name];
  const fields = Object.keys(SCHEMAS[name].properties);

  it('accepts a good value and hands it back', () => {
    const result = check(name, good);
    expect(result.ok && result.value).toBe(good);
  });

  it.each<string>(SCHEMAS[name].required)('names %s when it is missing', (field) => {
    const rest = Object.entries(good).filter(([key]) => key !== field);
    expect(messageOf(name, Object.fromEntries(rest))).toBe(`${name}: /${field} is missing; expected it to be there.`);
  });

  it.each(fields)('names %s when it is of the wrong type', (field) => {
    expect(messageOf(name, { ...good, [field]: [true, 2] })).toMatch(
      new RegExp(`^${name}: /${field}(?:/0 is true| is a list of 2); expected .+\\.$`),
    );
  });

  it('names a field that does not belong', () => {
    expect(messageOf(name, { ...good, extra: 1 })).toContain('/extra is not a known field');
  });

  it('rejects what is no object at all', () => {
    for (const value of [null, undefined, 1, 'x', [], true]) {
      expect(messageOf(name, value)).toMatch(/the value is .+; expected an object/);
    }
  });

  it('agrees with ajv on values near and far, and never throws', () => {
    const near = fc
      .tuple(fc.constantFrom(...fields, 'extra', '__proto__'), fc.oneof(fc.jsonValue(), fc.integer(), fc.string()))
      .map(([field, value]): unknown => ({ ...good, ...(JSON.parse(JSON.stringify({ [field]: value })) as object) }));
    fc.assert(
      fc.property(fc.oneof(near, fc.jsonValue(), fc.anything()), (value) => {
        const result = check(name, value);
        expect(result.ok).toBe(compiled[name]?.(value));
        if (!result.ok) expect(result.message.length).toBeLessThan(400);
      }),
      { numRuns: 500 },
    );
  });
});

const OF_MODEL = 'settings: /models/0';

describe('messages', () => {
  const model = (change: object): object => ({ models: [{ ...entryOf(), ...change }] });
  const { timeouts } = entryOf();

  it.each<[SchemaName, object, string]>([
    ['run.start', { tabId: '7' }, 'run.start: /tabId is "7"; expected a whole number.'],
    ['run.start', { tabId: -1 }, 'run.start: /tabId is -1; expected 0 or more.'],
    ['run.approve', { always: 'yes' }, 'run.approve: /always is "yes"; expected true or false.'],
    ['run.start', { job: 'ask' }, 'run.start: /job is "ask"; expected "summarise" or "translate".'],
    ['run.start', { commandId: '' }, 'run.start: /commandId is ""; expected at least 1 characters.'],
    ['run.start', { type: 'run.stop' }, 'run.start: /type is "run.stop"; expected "run.start".'],
    ['panel.hello', { runId: 5 }, 'panel.hello: /runId is 5; expected a text or null.'],
    ['settings', { tokenBudget: 1e9 }, 'settings: /tokenBudget is 1000000000; expected 100000000 or less.'],
    ['settings', model({ toolCalling: 'x' }), `${OF_MODEL}/toolCalling is "x"; expected "native" or "json" or "text".`],
    [
      'settings',
      model({ timeouts: { ...timeouts, gap: 1.5 } }),
      `${OF_MODEL}/timeouts/gap is 1.5; expected a whole number.`,
    ],
    ['settings', model({ timeouts: {} }), `${OF_MODEL}/timeouts/connect is missing; expected it to be there.`],
  ])('of %s with %j', (name, change, message) => {
    expect(messageOf(name, { ...GOOD[name], ...change })).toBe(message);
  });

  it('are bounded, whatever is at fault', () => {
    const long = 'x'.repeat(100_000);
    expect(messageOf('run.cancel', { ...GOOD['run.cancel'], runId: long })).toBe(
      'run.cancel: /runId is a text of 100000 characters; expected at most 100 characters.',
    );
    expect(messageOf('run.cancel', { ...GOOD['run.cancel'], [long]: 1 }).length).toBeLessThan(200);
    expect(messageOf('page.estimate', { ...GOOD['page.estimate'], tabId: long }).length).toBeLessThan(200);
  });

  it('never repeat a key, wherever it was put', () => {
    const secret = 'sk-0123456789';
    const { candidate: good } = GOOD_REQUESTS['model.test'] as { readonly candidate: object };
    const candidate = { ...good, key: secret };
    const request = { type: 'model.test', commandId: 'test-1' };
    for (const bad of [
      { ...candidate, key: secret.repeat(100) },
      { ...candidate, key: [secret] },
      { ...candidate, key: { value: secret } },
      { ...candidate, apiKey: secret },
      { ...candidate, model: { key: secret } },
      [candidate],
    ]) {
      expect(messageOf('model.test', { ...request, candidate: bad })).not.toContain('sk-');
    }
    expect(messageOf('model.test', { ...request, candidate: { ...candidate, key: 123_456 } })).toBe(
      'model.test: /candidate/key is a number; expected a text.',
    );
  });

  it('name the keyword for one without words of its own', () => {
    expect(validate({ multipleOf: 2 }, 3, 'tool')).toEqual({
      ok: false,
      message: 'tool: the value is 3; expected that it meets "multipleOf".',
    });
  });

  it('are of what JSON holds of a value', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'array' }, b: { type: 'string' } },
      additionalProperties: false,
    };
    expect(validate(schema, { a: [undefined], b: undefined })).toEqual({ ok: true, value: { a: [null] } });
    const cycle: Record<string, unknown> = {};
    cycle['a'] = cycle;
    for (const value of [undefined, () => 1, Symbol('x'), 1n, { a: { b: undefined } }, { '\ud800': 1 }])
      expect(validate(schema, value, 'tool').ok).toBe(false);
    expect(validate({ properties: { a: { properties: { a: { type: 'string' } } } } }, cycle, 'tool').ok).toBe(false);
  });
});

describe('the schemas of tools', () => {
  it.each([...BUILT_IN_TOOLS])(
    '%s is strict, stays as it is, and rejects what is no object',
    (name, { definition }) => {
      const before = JSON.stringify(definition.inputSchema);
      expect(strict[name]).toBeDefined();
      expect(validate(definition.inputSchema, null, name)).toEqual({
        ok: false,
        message: `${name}: the value is null; expected an object.`,
      });
      expect(JSON.stringify(definition.inputSchema)).toBe(before);
    },
  );
});
