/** Templates for properties. `loose` ones are of the right shape and often wrong; `validateKey` ones are right by construction. */
import fc from 'fast-check';
import {
  type PlaceholderDef,
  type PromptSection,
  type PromptTemplate,
  validateTemplate,
} from '../../../../../src/lib/agent/context/prompts/template.ts';

const PLAIN = [
  '\n',
  ' ',
  '<b>',
  '</i>',
  '<br/>',
  '<',
  '>',
  '### deeper',
  '{',
  '}',
  '&lt;',
  '\\',
  '-',
  'é',
  '漢字',
  '👩‍🚀',
  '\t',
];
const WRONG = [
  '## task',
  '# X',
  '#',
  '<a>',
  '</a>',
  '< /A',
  '<a optional>',
  '{{',
  '}}',
  '{{x}}',
  '{{ x }}',
  '\r',
  '\u2028',
  '\0',
];

const anyName = fc.stringMatching(/^[a-zA-Z][\w-]{0,8}$/);
const anyPlaceholder: fc.Arbitrary<PlaceholderDef> = fc.record({
  name: fc.stringMatching(/^[a-zA-Z]\w{0,8}$/),
  type: fc.constantFrom('string', 'array', 'object'),
  required: fc.boolean(),
});

const anyText = (pieces: readonly string[]) =>
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 8 })
    .map((parts) => parts.join(''));

const anySection = (pieces: readonly string[]): fc.Arbitrary<PromptSection> =>
  fc.record({
    name: anyName,
    delimiter: fc.constantFrom('xml', 'markdown'),
    content: anyText(pieces),
    required: fc.boolean(),
  });

export const looseTemplate: fc.Arbitrary<PromptTemplate> = fc.record({
  name: fc.oneof(fc.constant('X'), fc.stringMatching(/^[A-Z][A-Z0-9_]{0,9}$/), fc.string({ maxLength: 5 })),
  sections: fc.array(
    fc.oneof(
      anySection([...PLAIN, ...WRONG]),
      fc.constant<PromptSection>({ name: 'a', delimiter: 'xml', content: 'b', required: true }),
    ),
    { maxLength: 4 },
  ),
  placeholders: fc.array(
    fc.oneof(anyPlaceholder, fc.constant<PlaceholderDef>({ name: 'x', type: 'string', required: true })),
    {
      maxLength: 2,
    },
  ),
});

/** Every placeholder is used, some stand side by side; every content is long enough not to be blank. */
export const validTemplate: fc.Arbitrary<PromptTemplate> = fc
  .record({
    name: fc.stringMatching(/^[A-Z][A-Z0-9_]{0,9}$/),
    sections: fc.uniqueArray(anySection(PLAIN), {
      minLength: 1,
      maxLength: 5,
      selector: ({ name }) => name.toLowerCase(),
    }),
    placeholders: fc.uniqueArray(anyPlaceholder, { maxLength: 5, selector: ({ name }) => name }),
    gap: fc.constantFrom('', '\n', ' ', 'and'),
  })
  .map(({ name, sections, placeholders, gap }) => ({
    name,
    placeholders,
    sections: sections.map((section, index) => ({
      ...section,
      required: section.required || index === 0,
      content: `${section.content} ok${placeholders
        .filter((_one, place) => place % sections.length === index)
        .map((one) => `{{${one.name}}}`)
        .join(gap)}`,
    })),
  }))
  .filter((template) => validateTemplate(template).ok);
