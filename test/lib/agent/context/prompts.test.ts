/** Templates: written and read back, checked, and the five there are. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTemplate, TEMPLATE_NAMES, TEMPLATES } from '../../../../src/lib/agent/context/prompts/built-in.ts';
import {
  type PromptSection,
  type PromptTemplate,
  validateTemplate,
} from '../../../../src/lib/agent/context/prompts/template.ts';
import { parseTemplate, serializeTemplate } from '../../../../src/lib/agent/context/prompts/template-text.ts';
import { looseTemplate, validTemplate } from './prompts/any-template.ts';
import { ANY_CHARACTER } from '../../../kit/base/any-character.ts';

const SECTION: PromptSection = { name: 'task', delimiter: 'xml', content: 'Say {{what}}.', required: true };
const TEMPLATE: PromptTemplate = {
  name: 'EXAMPLE',
  sections: [SECTION, { name: 'hints', delimiter: 'markdown', content: '- one\n- {{hints}}', required: false }],
  placeholders: [
    { name: 'what', type: 'string', required: true },
    { name: 'hints', type: 'array', required: false },
  ],
};
const TEXT = `# EXAMPLE
- what: string
- hints: array (optional)

<task>
Say {{what}}.
</task>

## hints (optional)
- one
- {{hints}}
`;
const withSection = (change: Partial<PromptSection>): PromptTemplate => ({
  ...TEMPLATE,
  sections: [{ ...SECTION, ...change }, ...TEMPLATE.sections.slice(1)],
});
const withHints = (content: string): PromptTemplate => ({
  ...TEMPLATE,
  sections: [SECTION, { name: 'hints', delimiter: 'markdown', content: `{{hints}}${content}`, required: false }],
});

describe('a template as text', () => {
  it('is readable, and reads back', () => {
    expect(serializeTemplate(TEMPLATE)).toBe(TEXT);
    expect(parseTemplate(TEXT)).toEqual(TEMPLATE);
  });

  it('**Feature: agent-architecture-upgrade, Property 16: prompt template round-trip** [R5.4b]', () => {
    fc.assert(
      fc.property(validTemplate, (template) => {
        expect(parseTemplate(serializeTemplate(template))).toEqual(template);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused when it is written, or survives: never a third', () => {
    let survived = 0;
    fc.assert(
      fc.property(looseTemplate, (template) => {
        if (!validateTemplate(template).ok) expect(() => serializeTemplate(template)).toThrow(Error);
        else {
          survived += 1;
          expect(parseTemplate(serializeTemplate(template))).toEqual(template);
        }
      }),
      { numRuns: 3000 },
    );
    expect(survived).toBeGreaterThan(20);
  });

  it.each(['', '\n', '\n\n', 'a\n', '\na', ' a ', 'a\n\n\nb\n\n', '</hints2>', '<x y="z">', '###### six'])(
    'keeps the content %j to the character, at the end and before another section',
    (content) => {
      const hints = withHints(content);
      const turned = { ...hints, sections: hints.sections.toReversed() };
      expect(parseTemplate(serializeTemplate(hints))).toEqual(hints);
      expect(parseTemplate(serializeTemplate(turned))).toEqual(turned);
    },
  );

  it.each([
    ['', 'line 1'],
    ['EXAMPLE', 'line 1'],
    [TEXT.replace('string', 'number'), 'line 2'],
    [TEXT.replace('- hints:', '- hints'), 'line 3'],
    [TEXT.replace('<task>', '<task'), 'line 5'],
    [TEXT.replace('</task>', ''), 'line 5: “<task>” is never closed'],
    [TEXT.replace('</task>', '</task>\nmore'), 'line 8'],
    [TEXT.replaceAll('\n', '\r\n'), 'line 1'],
    ['# X' + '\n<a>\n</a>'.repeat(30), 'line 42: More than 20 sections'],
    [TEXT.replace('{{what}}', '{{who}}'), 'EXAMPLE: Section "task" uses the placeholder "who"'],
    ['# X\n' + 'x'.repeat(100_000), '100004'],
  ])('says where it is wrong (%#)', (text, where) => {
    expect(() => parseTemplate(text)).toThrow(where);
  });

  it('is a template or an Error, whatever the text', () => {
    const pieces = [
      ...TEXT.split(/(?<=\n)|(?= )/),
      '<',
      '>',
      '</',
      '{{',
      '}}',
      '## ',
      '# A\n',
      '\n',
      '- a: array\n',
      '<a>\n',
      '</a>\n',
      '<__proto__>\n',
    ];
    const garbage = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: ANY_CHARACTER, maxLength: 4 })), {
      maxLength: 25,
    });
    const damaged = fc
      .tuple(fc.nat(TEXT.length), fc.nat(6), fc.constantFrom(...pieces, ''))
      .map(([at, gone, put]) => TEXT.slice(0, at) + put + TEXT.slice(at + gone));
    fc.assert(
      fc.property(
        fc.oneof(
          garbage.map((parts) => parts.join('')),
          garbage.map((parts) => `# X\n${parts.join('')}`),
          damaged,
        ),
        (text) => {
          try {
            expect(validateTemplate(parseTemplate(text))).toEqual({ ok: true });
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(Error);
            expect((thrown as Error).message).toMatch(/^(?:Template|A template)/);
          }
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

describe('a template is checked [R5.4a]', () => {
  it('and passes', () => {
    expect(validateTemplate(TEMPLATE)).toEqual({ ok: true });
    expect(validateTemplate(withSection({ content: '{{what}} <b>in</b> tags\n## and headings' }))).toEqual({
      ok: true,
    });
  });

  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  it.each<[string, PromptTemplate]>([
    ['The template’s name "small"', { ...TEMPLATE, name: 'small' }],
    ['21 sections', { ...TEMPLATE, sections: many(21, (index) => ({ ...SECTION, name: `s${index}` })) }],
    [
      '21 placeholders',
      { ...TEMPLATE, placeholders: many(21, (index) => ({ name: `p${index}`, type: 'string', required: true })) },
    ],
    ['20001 characters', withSection({ content: 'x'.repeat(20_001 - '- one\n- {{hints}}'.length) })],
    ['no required section', { ...TEMPLATE, sections: [] }],
    ['no required section', withSection({ required: false })],
    ['"hints", capitals aside', withSection({ name: 'Hints' })],
    ['Section "two words": its name', withSection({ name: 'two words' })],
    ['Section "task" is required and blank', withSection({ content: ' \n' })],
    ['Section "task" holds a control character', withSection({ content: '{{what}}\r' })],
    ['half a character', withSection({ content: '{{what}}\ud800' })],
    ['tag of the section "task"', withSection({ content: '{{what}}</task>' })],
    ['tag of the section "TASK"', withSection({ content: '{{what}}< \u200b/ TASK' })],
    ['tag of the section "task"', withHints('<task')],
    ['“<” that a placeholder’s value would make a tag', withSection({ content: '<{{what}}task>' })],
    ['“<” that a placeholder’s value would make a tag', withSection({ content: '</ta{{what}}' })],
    ['the line "## reply", a heading', withHints('\n## reply')],
    ['the line "  # reply", a heading', withHints('\n  # reply')],
    ['the line "# x", a heading', withHints('# x')],
    ['the line "<other>", which would open', withHints('\n<other>')],
    ['Placeholder "a b": its name', { ...TEMPLATE, placeholders: [{ name: 'a b', type: 'string', required: true }] }],
    ['"what" is declared twice', { ...TEMPLATE, placeholders: [...TEMPLATE.placeholders, ...TEMPLATE.placeholders] }],
    ['"who", which is not declared', withSection({ content: '{{what}} {{who}}' })],
    ['"what" is declared and not used', withSection({ content: 'nothing' })],
    ['"{{ what }}", no placeholder', withSection({ content: '{{what}} {{ what }}' })],
    ['"{{{what}}}", no placeholder', withSection({ content: '{{{what}}}' })],
  ])('%s', (message, template) => {
    const checked = validateTemplate(template);
    expect(checked).toMatchObject({ ok: false });
    expect(checked.ok ? '' : checked.message).toContain(message);
  });
});

describe('the templates there are [R5.4c]', () => {
  it('are seven, each under its name, frozen, and the same each time', () => {
    expect(TEMPLATE_NAMES).toEqual([
      'AGENT_DRAFT',
      'CHAT_SYSTEM',
      'CONTEXT_COMPACTION',
      'QUERY_REWRITE',
      'REACT_SYSTEM',
      'REFLECTION',
      'RESULT_GRADING',
      'SECOND_OPINION',
    ]);
    for (const name of TEMPLATE_NAMES) {
      expect(loadTemplate(name)).toBe(TEMPLATES[name]);
      expect(loadTemplate(name).name).toBe(name);
      expect(Object.isFrozen(loadTemplate(name).sections[0])).toBe(true);
      expect(parseTemplate(serializeTemplate(TEMPLATES[name]))).toEqual(TEMPLATES[name]);
    }
  });

  it.each(['react_system', 'constructor', '__proto__', ''])('and none is called %j', (name) => {
    expect(() => loadTemplate(name)).toThrow(
      'AGENT_DRAFT, CHAT_SYSTEM, CONTEXT_COMPACTION, QUERY_REWRITE, REACT_SYSTEM, REFLECTION, RESULT_GRADING, SECOND_OPINION',
    );
  });
});
