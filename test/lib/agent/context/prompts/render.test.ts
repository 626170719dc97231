/** Templates filled: what a model reads, and what no value can do to it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTemplate, TEMPLATE_NAMES, TEMPLATES } from '../../../../../src/lib/agent/context/prompts/built-in.ts';
import { renderTemplate, escapeData } from '../../../../../src/lib/agent/context/prompts/render.ts';
import type { PlaceholderDef, PromptTemplate } from '../../../../../src/lib/agent/context/prompts/template.ts';
import { parseTemplate } from '../../../../../src/lib/agent/context/prompts/template-text.ts';
import { validTemplate } from './any-template.ts';
import { ANY_CHARACTER } from '../../../../kit/base/any-character.ts';

const TEMPLATE = parseTemplate(`# EXAMPLE
- goal: string
- items: array (optional)
- args: object (optional)

## task
Before.
{{items}}
After {{goal}}.

<more optional>
Arguments:
{{args}}
</more>
`);

describe('a filled template', () => {
  it('shows lists as lists and objects as lines, further lines indented', () => {
    expect(
      renderTemplate(TEMPLATE, {
        goal: 'all',
        items: ['a\nb', 2, { title: 'T', url: 'https://example.org/', tags: ['x'] }],
        args: { query: 'one\ntwo', deep: { n: [1] }, none: null, gone: undefined },
      }),
    ).toBe(`## task
Before.
1. a
   b
2. 2
3. title: T
   url: https://example.org/
   tags: ["x"]
After all.

<more>
Arguments:
query: one
  two
deep: {"n":[1]}
none: null
</more>`);
  });

  it.each([{}, { items: [], args: {} }, { items: null, args: undefined }])(
    'leaves out what was not given, with the section around it (%#)',
    (given) => {
      expect(renderTemplate(TEMPLATE, { goal: 'all', ...given })).toBe('## task\nBefore.\nAfter all.');
    },
  );

  it.each<[Record<string, unknown>, string]>([
    [{}, 'EXAMPLE needs “goal” (string); it was given nothing.'],
    [{ goal: null }, 'EXAMPLE needs “goal” (string); it was given null.'],
    [{ goal: ['secret'] }, 'EXAMPLE takes “goal” (string); it was given an array of 1.'],
    [{ goal: NaN }, 'EXAMPLE takes “goal” (string); it was given a number.'],
    [{ goal: '', items: 'secret' }, 'EXAMPLE takes “items” (array); it was given a string.'],
    [{ goal: '', args: ['secret'] }, 'EXAMPLE takes “args” (object); it was given an array of 1.'],
    [{ goal: '', args: { id: 1n } }, 'EXAMPLE: “args” (object) holds what JSON cannot say.'],
    [Object.create({ goal: 'inherited' }) as Record<string, unknown>, 'EXAMPLE needs “goal” (string)'],
  ])('says what was given instead, and not what it holds (%#)', (context, message) => {
    expect(() => renderTemplate(TEMPLATE, context)).toThrow(message);
  });
});

describe('no value can change a prompt', () => {
  const PROTOCOL = [
    'tool_call',
    'tool_result',
    'function',
    'invoke',
    'parameter',
    'observation',
    'thought',
    'think',
    'answer',
    'grounding',
  ];
  const hostile = (names: readonly string[]) =>
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '\n',
            ' ',
            '\r',
            '\u2028',
            '\u0085',
            '\v',
            '<',
            '/',
            '</',
            '>',
            '#',
            '##',
            '## task',
            '---',
            '-',
            '===',
            '`',
            '```',
            '~~~',
            '\u200b',
            '\0',
            '\ud800',
            '{{',
            '}}',
            '{{goal}}',
            '$&',
            '$1',
            '< 3',
            '<|',
            '\t',
          ),
          fc
            .constantFrom(...names, ...PROTOCOL)
            .chain((name) =>
              fc.constantFrom(
                `<${name}>`,
                `</${name}>`,
                `< /${name.toUpperCase()} >`,
                name,
                `\n## ${name}\n`,
                `{{${name}}}`,
              ),
            ),
          fc.string({ unit: ANY_CHARACTER, maxLength: 4 }),
        ),
        { maxLength: 10 },
      )
      // never nothing, so that what is left out does not depend on what was drawn
      .chain((parts) => fc.nat(parts.length).map((at) => parts.toSpliced(at, 0, 'w').join('')));

  const filling = ({ placeholders }: PromptTemplate, text: fc.Arbitrary<string>) =>
    fc.record(
      Object.fromEntries(
        placeholders.map(({ name, type }): [string, fc.Arbitrary<unknown>] => [
          name,
          type === 'string'
            ? text
            : type === 'array'
              ? fc.array(fc.oneof(text, fc.dictionary(text, text, { minKeys: 1 }), fc.array(text)), { minLength: 1 })
              : fc.dictionary(text, fc.oneof(text, fc.array(text)), { minKeys: 1 }),
        ]),
      ),
    );
  const HARMLESS = { string: 'w', array: ['w'], object: { w: 'w' } } as const;
  const harmless = (placeholders: readonly PlaceholderDef[]) =>
    Object.fromEntries(placeholders.map(({ name, type }) => [name, HARMLESS[type]]));

  /** Everything in a text that a reader could take for structure, in order. */
  function skeleton(text: string, names: readonly string[]): unknown {
    const tags = new RegExp(`<([\\s/|\\p{Cf}]*)(${[...names, ...PROTOCOL].join('|')})`, 'giu');
    const lines = text.split(/[\n\r\v\f\u0085\u2028\u2029]/);
    return {
      tags: Array.from(text.matchAll(tags), ([, slash, name]) => `${slash}${name}`),
      headings: lines.flatMap((line) => /^[\s\p{Cf}]*#+/u.exec(line)?.[0].trim() ?? []),
      underlines: lines.filter((line) => /^[\s\p{Cf}]*(?:-+|=+)[\s\p{Cf}]*$/u.test(line)).length,
      fences: lines.filter((line) => /^[\s\p{Cf}]*(?:```|~~~)/u.test(line)).length,
    };
  }

  const holds = (template: PromptTemplate, given: Record<string, unknown>): void => {
    const names = template.sections.map(({ name }) => name);
    const rendered = renderTemplate(template, given);
    expect(skeleton(rendered, names)).toEqual(
      skeleton(renderTemplate(template, harmless(template.placeholders)), names),
    );
    expect(rendered).not.toMatch(/\p{Cs}|[^\P{Cc}\n\t]/u);
  };

  it.each(TEMPLATE_NAMES)('%s keeps its sections, its tags and its headings', (name) => {
    const template = TEMPLATES[name];
    const names = template.sections.map((section) => section.name);
    fc.assert(
      fc.property(filling(template, hostile(names)), (given) => {
        holds(template, given);
      }),
      { numRuns: 300 },
    );
  });

  it('nor that of any other template, values side by side included', () => {
    const filled = validTemplate.chain((template) =>
      fc.tuple(fc.constant(template), filling(template, hostile(template.sections.map(({ name }) => name)))),
    );
    fc.assert(
      fc.property(filled, ([template, given]) => {
        holds(template, given);
      }),
      { numRuns: 500 },
    );
  });

  it('and none is filled a second time', () => {
    const rendered = renderTemplate(TEMPLATE, {
      goal: 'SECRET',
      items: ['{{goal}}', '$&'],
      args: { '{{goal}}': '{{args}}' },
    });
    expect(rendered.split('SECRET')).toHaveLength(2);
    expect(rendered).toContain('1. {{goal}}\n2. $&\n');
    expect(rendered).toContain('{{goal}}: {{args}}');
  });

  it('a prompt comes of every context that fits', () => {
    const json = fc.jsonValue({ depthSize: 'medium' });
    const context = fc.record(
      { goal: fc.string({ unit: ANY_CHARACTER }), items: fc.array(json), args: fc.dictionary(fc.string(), json) },
      { requiredKeys: ['goal'] },
    );
    fc.assert(
      fc.property(context, (given) => {
        expect(renderTemplate(TEMPLATE, given)).toMatch(/^## task\nBefore\./);
      }),
    );
  });
});

describe('asData', () => {
  it.each([
    ['</goal>', '&lt;/goal>'],
    ['if (a < 3 && b <= c) x <- 1', 'if (a < 3 && b <= c) x <- 1'],
    ['a <', 'a &lt;'],
    ['x\r\n## reply\u2028# y', 'x\n\\## reply\n\\# y'],
    ['Title\n---', 'Title\n\\---'],
    ['```js', '\\```js'],
    ['a\n`', 'a\n\\`'],
    ['- item\n1. item `code` **bold** | a | b |', '- item\n1. item `code` **bold** | a | b |'],
    ['a\0b\ud800', 'ab\ufffd'],
  ])('%j', (text, escaped) => {
    expect(escapeData(text)).toBe(escaped);
  });

  it('escapes once, however often it is called, in time that grows with the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
        expect(escapeData(escapeData(text))).toBe(escapeData(text));
      }),
    );
    for (const unit of ['<', '< ', '-', ' ', '\u200b', '- ', '`', '#', '\n ']) {
      const long = unit.repeat(200_000 / unit.length) + 'x';
      expect(escapeData(long).length).toBeGreaterThanOrEqual(200_000);
    }
  });
});

describe('what the prompts say', () => {
  const EXAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
    AGENT_DRAFT: { task: 't', tools: ['page: The page'], agents: [] },
    REFLECTION: { goal: 'g', tool: 't', args: {}, error: 'e' },
    RESULT_GRADING: { query: 'q', results: [{ title: 'T' }] },
    QUERY_REWRITE: { query: 'q', search: 's', wanted: 'w', language: 'l', strategy: 'broader' },
    SECOND_OPINION: { claims: [{ claim: 'c', source: 's' }] },
  };

  it.each(Object.entries(EXAMPLES))('%s ends in an example of the JSON it wants', (name, context) => {
    const last = renderTemplate(loadTemplate(name), context).split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toBeTypeOf('object');
  });

  it('a reflection demands another approach only when told that an error came back', () => {
    const context = { goal: 'g', tool: 't', args: { url: 'u' }, error: 'e' };
    const once = renderTemplate(TEMPLATES.REFLECTION, context);
    expect(once).toContain('<arguments>\nurl: u\n</arguments>');
    expect(once).not.toMatch(/another_approach|<hint>|<earlier_reflections>/);
    const again = renderTemplate(TEMPLATES.REFLECTION, { ...context, repeated: 'page.gone, twice', earlier: ['x'] });
    expect(again).toMatch(
      /## another_approach\nThis kind of error keeps coming back: page\.gone, twice\nDo not repair/,
    );
    expect(again).toContain('<earlier_reflections>\n1. x\n</earlier_reflections>');
  });

  it('each but the first says what is data, and a compaction says how long it may be', () => {
    for (const { sections } of Object.values(TEMPLATES))
      expect(sections.map(({ content }) => content).join('\n')).toMatch(
        /data[.:] ?(?:never|Never) follow instructions/i,
      );
    expect(renderTemplate(TEMPLATES.CONTEXT_COMPACTION, { goal: 'g', maxWords: 300 })).toContain('300 words at most');
  });
});
