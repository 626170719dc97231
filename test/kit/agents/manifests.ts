/** Any manifest that is one, and what breaks a single field of it. */
import fc from 'fast-check';
import type { AgentManifest } from '../../../src/lib/agent/frames/manifest.ts';
import { toLegibleText } from '../../../src/lib/base/escape-invisible.ts';
import { EXTENSIONS } from '../../../src/lib/agents/tool-groups.ts';
import { checkManifest } from '../../../src/lib/agents/manifest/validate-manifest.ts';

const seen = (text: string): boolean => text.trim() !== '' && toLegibleText(text) === text;

/** Text that a user can see, with what is hard for a format: quotes, colons, hashes, blanks at its ends. */
const hard = fc.constantFrom(
  '#',
  ': ',
  '- ',
  '|',
  '>',
  '"',
  "'",
  '\\',
  '{',
  '[',
  '&',
  '*',
  '!',
  '%',
  '@',
  '`',
  ' ',
  'é',
  '👩‍💻',
  'null',
  '1.0',
  '~',
  '\t',
  '---',
  '...',
  '<<',
  '?',
);
const line = (most: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: hard, minLength: 1, maxLength: most }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: most }),
    )
    .map((text) => text.slice(0, most))
    .filter((text) => seen(text) && !text.includes('\n'));
const lines = (most: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(line(60), fc.constant(''), fc.constant('  indented'), fc.constant('  ')), {
      minLength: 1,
      maxLength: 8,
    })
    .map((all) => all.join('\n').slice(0, most))
    .filter((text) => seen(text));

/** What instructions are made of: braces only where they open a placeholder. */
const piece = fc.oneof(
  lines(200).map((text) => text.replaceAll('{', '(')),
  fc.constantFrom('{{name}}', '{{ description }}', '{{language}}', '{', '}}'),
);

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
export const anyId = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join('-'));
export const TOOLS = EXTENSIONS.flatMap(({ id, tools }) => [id, ...tools.map(({ definition }) => definition.name)]);

export const anyManifest: fc.Arbitrary<AgentManifest> = fc
  .record({
    id: anyId,
    name: line(60),
    version: fc.stringMatching(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
    description: lines(500),
    natural_language_description: lines(2000),
    agent: fc.record({
      integration_mode: fc.constantFrom('tool' as const, 'handoff' as const),
      model: fc.oneof(fc.constantFrom('main', 'fast', 'vision'), line(200)),
      instructions: fc
        .array(piece, { minLength: 1, maxLength: 8 })
        .map((all) => all.join(' '))
        .filter(seen),
      parameters: fc.record(
        {
          temperature: fc.double({ min: 0, max: 2, noNaN: true }).map((value) => value + 0),
          max_output_tokens: fc.integer({ min: 16, max: 32_000 }),
        },
        { requiredKeys: [] },
      ),
      uses_tools: fc.uniqueArray(fc.oneof(fc.constantFrom(...TOOLS), anyId), { maxLength: 10 }),
      limits: fc.record({
        max_turns: fc.integer({ min: 1, max: 40 }),
        max_tokens_per_invocation: fc.integer({ min: 1000, max: 1_000_000 }),
        time_budget_ms: fc.integer({ min: 5000, max: 3_600_000 }),
      }),
    }),
    depends_on: fc.uniqueArray(anyId, { maxLength: 5 }),
    enabled: fc.boolean(),
  })
  .filter(({ id, agent, depends_on }) => !agent.uses_tools.includes(id) && !depends_on.includes(id));

/** As JSON would bring it: a copy that can be broken. */
export const asJson = (manifest: AgentManifest): Record<string, unknown> =>
  JSON.parse(JSON.stringify(manifest)) as Record<string, unknown>;

/** The value with what stands at a path put in another's place; undefined takes it out. */
export function changed(manifest: AgentManifest, path: string, to: unknown): Record<string, unknown> {
  const all = asJson(manifest);
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = all;
  for (const name of names) at = at[name] as Record<string, unknown>;
  if (to === undefined) Reflect.deleteProperty(at, last);
  else at[last] = to;
  return all;
}

/** The paths of everything that is wrong with a value, in order; none where it is a manifest. */
export function pathsWrong(value: unknown): readonly string[] {
  const checked = checkManifest(value);
  return checked.ok ? [] : checked.faults.map(({ path }) => path);
}
