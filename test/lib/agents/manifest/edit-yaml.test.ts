import { describe, expect, it } from 'vitest';
import { setField, setListItem } from '../../../../src/lib/agents/manifest/edit-yaml.ts';

const TEXT = `# Mine.
id: finder # stays
name: 'Finder'
x_note: [1, 2]
agent:
  integration_mode: tool # or handoff
  instructions: |
    One.
    Two.
  uses_tools:
    # to read
    - page # the open one
    - web
  limits:
    max_turns: 8 # enough
`;

describe('a field that is changed', () => {
  it('keeps its comment and its quotes', () => {
    expect(setField(TEXT, ['name'], "Bob's")).toBe(TEXT.replace("'Finder'", "'Bob''s'").replace('[1, 2]', '[ 1, 2 ]'));
    expect(setField(TEXT, ['agent', 'integration_mode'], 'handoff')).toContain('mode: handoff # or handoff');
  });

  it('is written over lines where it has lines', () => {
    expect(setField(TEXT, ['name'], 'a\nb')).toContain('name: |-\n  a\n  b\n');
    expect(setField(TEXT, ['agent', 'instructions'], 'a: b')).toContain('instructions: "a: b"\n');
  });

  it('is added with the group that it belongs to, also in the place of nothing', () => {
    expect(setField('id: a\n', ['agent', 'limits', 'max_turns'], 3)).toBe(
      'id: a\nagent:\n  limits:\n    max_turns: 3\n',
    );
    expect(setField('agent: # soon\n', ['agent', 'model'], 'fast')).toBe('agent:\n  # soon\n  model: fast\n');
  });

  it('leaves its comment where it is removed', () => {
    const without = setField(TEXT, ['agent', 'limits', 'max_turns'], undefined) ?? '';
    expect(without).toContain('  # enough\n  limits: {}\n');
    expect(setField(without, ['agent', 'limits', 'max_turns'], 9)).toContain('  limits:\n    max_turns: 9\n');
    expect(setField(TEXT, ['agent', 'model'], undefined)).toBe(TEXT.replace('[1, 2]', '[ 1, 2 ]'));
  });
});

describe('a list', () => {
  it('takes a name once, and gives it back with its comments left', () => {
    expect(setListItem(TEXT, ['agent', 'uses_tools'], 'memory', true)).toContain('    - web\n    - memory\n');
    expect(setListItem(TEXT, ['agent', 'uses_tools'], 'web', true)).toBe(TEXT.replace('[1, 2]', '[ 1, 2 ]'));
    expect(setListItem(TEXT, ['agent', 'uses_tools'], 'page', false)).toContain(
      '    # to read\n    # the open one\n    - web\n',
    );
  });
});

it.each([
  ['is no YAML', 'name: "open', ['name']],
  ['is a list', '- a\n', ['name']],
  ['is empty', '# nothing\n', ['name']],
  ['has a group in place of the field', 'name: {a: 1}\n', ['name']],
  ['has a text in place of the group', 'agent: tool\n', ['agent', 'instructions']],
  ['would become too long', `name: "${'x'.repeat(59_980)}"\n`, ['description']],
] as const)('a text is left alone that %s', (_, text, path) => {
  expect(setField(text, path as unknown as [string], 'a new value that is set')).toBeNull();
});

it('a list is left alone that is no list', () => {
  expect(setListItem('agent:\n  uses_tools: page\n', ['agent', 'uses_tools'], 'web', true)).toBeNull();
});
