import { expect, it } from 'vitest';
import { checkManifest } from '../../../../src/lib/agents/manifest/validate-manifest.ts';
import { manifestOf } from '../../../kit/agents/played-agents.ts';
import { changed } from '../../../kit/agents/manifests.ts';

const GOOD = manifestOf({ id: 'tide-teller', uses: ['page'] });

/** The path that is broken, what its fault says, what is put there, and the path of the fault where that is another. */
const FAULTS: [path: string, problem: string, hint: string, to: unknown, at?: string][] = [
  ['id', 'is missing', 'Write a name of lower-case words with hyphens, at most 40 characters.', undefined],
  ['id', 'is “Tide Teller”', 'lower-case words with hyphens', 'Tide Teller'],
  ['id', 'has 41 characters', 'at most 40 characters', 'a'.repeat(41)],
  ['id', 'is web, the name of a tool or of an extension', 'Choose another id.', 'web'],
  ['id', 'is recall, the name of a tool', 'Choose another id.', 'recall'],
  ['id', 'is a number, and no text', 'lower-case words', 7],
  ['name', 'is empty', 'Write a text of at most 60 characters, on one line.', ''],
  ['name', 'has more than one line', 'on one line', 'a\nb'],
  ['name', 'has 61 characters', 'at most 60', 'a'.repeat(61)],
  ['name', 'holds a character that cannot be seen (\\u202E)', 'Write a text', 'Tide\u202Eteller'],
  ['version', 'is “1.0”', 'three numbers with dots, such as 1.0.0', '1.0'],
  ['version', 'is a number, and no text', 'such as 1.0.0', 1.5],
  ['description', 'is missing', 'at most 500 characters', undefined],
  ['description', 'has 501 characters', 'at most 500', 'a'.repeat(501)],
  ['natural_language_description', 'is missing', 'at most 2,000 characters', undefined],
  ['natural_language_description', 'has 2,001 characters', 'at most 2,000', 'a'.repeat(2001)],
  ['agent', 'is missing', 'Write the fields integration_mode, model', undefined],
  ['agent', 'is a list, and no group of fields', 'Write the fields integration_mode', []],
  ['agent.integration_mode', 'is missing', 'Write tool or handoff.', undefined],
  ['agent.integration_mode', 'is “both”', 'Write tool or handoff.', 'both'],
  ['agent.model', 'is empty', 'at most 200 characters', ''],
  ['agent.instructions', 'has 12,001 characters', 'at most 12,000', 'a'.repeat(12_001)],
  ['agent.instructions', '{{nmae opens no placeholder that is known', 'Did you mean {{name}}?', 'You are {{nmae}}.'],
  [
    'agent.instructions',
    '{{page opens no placeholder',
    'one of {{name}}, {{description}}, {{language}}.',
    'Use {{ page }}.',
  ],
  ['agent.instructions', 'opens no placeholder', 'Take the two braces out', 'A {{ that is left.'],
  ['agent.instructions', 'cannot be seen (\\u{E0041})', 'Write a text', 'tag \u{E0041} letters'],
  ['agent.parameters.temperature', 'is 2.1', 'Write a number from 0 to 2.', 2.1],
  ['agent.parameters.temperature', 'is a text, and no number', 'from 0 to 2', 'hot'],
  ['agent.parameters.max_output_tokens', 'is 15', 'a whole number from 16 to 32,000', 15],
  ['agent.parameters.top_p', '“top_p” is no field here', 'The fields here are temperature, max_output_tokens.', 1],
  ['agent.uses_tools', 'is a text, and no list', 'Write a list of at most 40', 'web'],
  ['agent.uses_tools', 'has 41 entries', 'at most 40', Array.from({ length: 41 }, (_, i) => `tool-${String(i)}`)],
  ['agent.uses_tools', 'names page again', 'Take it out.', ['page', 'page'], 'agent.uses_tools[1]'],
  ['agent.uses_tools', 'is a number, and no text', 'the name of a tool', ['page', 3], 'agent.uses_tools[1]'],
  ['agent.uses_tools', 'names the agent itself', 'Take it out.', ['tide-teller'], 'agent.uses_tools[0]'],
  ['agent.limits.max_turns', 'is 0', 'a whole number from 1 to 40', 0],
  ['agent.limits.max_turns', 'is 2.5', 'a whole number from 1 to 40', 2.5],
  ['agent.limits.max_tokens_per_invocation', 'is 1,000,001', 'from 1,000 to 1,000,000', 1_000_001],
  ['agent.limits.time_budget_ms', 'is NaN, and no number', 'from 5,000 to 3,600,000', Number.NaN],
  ['agent.limits.max_turn', '“max_turn” is no field here', 'Did you mean max_turns?', 3],
  ['depends_on', 'is empty', 'lower-case words', [null], 'depends_on[0]'],
  ['depends_on', 'names the agent itself', 'Take it out.', ['tide-teller'], 'depends_on[0]'],
  ['enabled', 'is a text', 'Write true or false.', 'yes'],
  ['model', '“model” is no field here', 'Move it to agent.model.', 'main'],
  ['max_turns', '“max_turns” is no field here', 'Move it to agent.limits.max_turns.', 3],
  ['entrypoint', '“entrypoint” is no field here', 'The fields here are id, name', 'main:Agent'],
];

it.each(FAULTS)(
  'a manifest is refused with the path and the cure: %s %s [R7.1]',
  (path, problem, hint, to, at = path) => {
    const checked = checkManifest(changed(GOOD, path, to));
    if (checked.ok) throw new Error('It was taken.');
    const [fault, ...more] = checked.faults;
    expect(more).toEqual([]);
    expect(fault?.path).toBe(at);
    expect(fault?.problem).toContain(problem);
    expect(fault?.hint).toContain(hint);
  },
);

it.each([[null], [undefined], [7], ['id: a'], [[]]])('what is no group of fields is no manifest: %j', (value) => {
  expect(checkManifest(value)).toMatchObject({ ok: false, faults: [{ path: '' }] });
});

it('says all that is wrong at once, each once', () => {
  const broken = { ...changed(GOOD, 'agent.limits.max_turns', 0), id: 'B', enabled: 1, extra: true };
  const checked = checkManifest(broken);
  expect(checked.ok ? [] : checked.faults.map(({ path }) => path)).toEqual([
    'extra',
    'id',
    'agent.limits.max_turns',
    'enabled',
  ]);
});

it('fills in what may be left out, and nothing that grants anything', () => {
  const least = {
    id: 'least',
    name: 'Least',
    description: 'Does little.',
    natural_language_description: 'Use it seldom.',
    agent: { integration_mode: 'tool' },
  };
  expect(checkManifest(least)).toEqual({
    ok: true,
    manifest: {
      ...least,
      version: '1.0.0',
      agent: {
        integration_mode: 'tool',
        model: 'main',
        instructions: 'You are {{name}}. {{description}}',
        parameters: {},
        uses_tools: [],
        limits: { max_turns: 10, max_tokens_per_invocation: 50_000, time_budget_ms: 120_000 },
      },
      depends_on: [],
      enabled: true,
    },
  });
});

it('does not go through what is too much', () => {
  const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`f${String(i)}`, 1]));
  const checked = checkManifest({
    ...fields,
    id: 'x'.repeat(5_000_000),
    agent: { uses_tools: Array(1_000_000).fill('{') },
  });
  expect(checked.ok ? 0 : checked.faults.length).toBeLessThan(40);
});
