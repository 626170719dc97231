import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_MANIFEST_LENGTH, type ManifestFault } from '../../../../src/lib/agent/frames/manifest.ts';
import { readManifest, writeManifest } from '../../../../src/lib/agents/manifest/yaml.ts';
import { anyManifest } from '../../../kit/agents/manifests.ts';
import { manifestOf } from '../../../kit/agents/played-agents.ts';

const GOOD = manifestOf({ id: 'tide-teller', uses: ['page'] });
const TEXT = writeManifest(GOOD);

function faultsIn(text: string): readonly ManifestFault[] {
  const read = readManifest(text);
  return read.ok ? [] : read.faults;
}

describe('a manifest as text', () => {
  it('reads back as what was written', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        const text = writeManifest(manifest);
        expect(text.length).toBeLessThan(MAX_MANIFEST_LENGTH);
        expect(readManifest(text)).toEqual({ ok: true, manifest });
      }),
      { numRuns: 300 },
    );
  });

  it('may be JSON', () => {
    fc.assert(
      fc.property(anyManifest, fc.constantFrom(0, 2, '\t'), (manifest, indent) => {
        expect(readManifest(JSON.stringify(manifest, null, indent))).toEqual({ ok: true, manifest });
      }),
      { numRuns: 200 },
    );
  });

  it('has room for the longest manifest that there can be', () => {
    const name = (at: number): string => `${'a'.repeat(90)}${at}`;
    const longest = {
      ...manifestOf({ id: 'i'.repeat(40), uses: Array.from({ length: 40 }, (_, at) => name(at)) }),
      description: 'd\n'.repeat(250),
      natural_language_description: '"\n'.repeat(1000),
      depends_on: Array.from({ length: 20 }, (_, at) => `${'b'.repeat(36)}-${at}`),
    };
    for (const line of ['\n', 'a\n', '"', '\\', '  \n', '\t', "'", ': ']) {
      const instructions = `x${line.repeat(12_000)}`.slice(0, 12_000);
      const manifest = { ...longest, agent: { ...longest.agent, instructions } };
      expect(readManifest(writeManifest(manifest))).toEqual({ ok: true, manifest });
    }
  });

  it('shows long texts as they read, line by line', () => {
    const instructions = 'You are {{name}}.\n\nRead the page: first.\n';
    expect(writeManifest({ ...GOOD, agent: { ...GOOD.agent, instructions } })).toContain(
      '  instructions: |\n    You are {{name}}.\n\n    Read the page: first.\n',
    );
  });
});

describe('a fault in a text', () => {
  it.each([
    ['  integration_mode: tool\n', '  integration_mode: both\n', 'agent.integration_mode', 'integration_mode: both'],
    ['max_turns: 20', 'max_turns: 0', 'agent.limits.max_turns', 'max_turns: 0'],
    ['    - page\n', '    - page\n    - page\n', 'agent.uses_tools[1]', '- page\n    - page'],
    ['max_turns: 20', 'turns: 20', 'agent.limits.turns', 'turns: 20'],
    ['enabled: true', 'enabled: "yes"', 'enabled', 'enabled: "yes"'],
  ])('has the line of its path: %j as %j', (good, bad, path, at) => {
    const text = TEXT.replace(good, bad);
    expect(text).not.toBe(TEXT);
    const line = text.slice(0, text.indexOf(at)).split('\n').length + (at.split('\n').length - 1);
    expect(faultsIn(text)).toMatchObject([{ path, line }]);
  });

  it('has the line of the group where the field is missing', () => {
    const text = TEXT.replace('  integration_mode: tool\n', '');
    const line = text.slice(0, text.indexOf('agent:')).split('\n').length;
    expect(faultsIn(text)).toMatchObject([{ path: 'agent.integration_mode', problem: 'is missing', line }]);
  });

  it.each([
    ['a bracket that is open', 'id: [a\nname: b\n', 'line 2, column 1', 2],
    ['a line out of place', 'id: a\n   name: b\n', 'line 1, column 5', 1],
    ['a quote that is open', 'id: "a\n', 'line 2', 2],
  ])('has line and column where the text cannot be read: %s', (_what, text, said, line) => {
    const [fault] = faultsIn(text);
    expect(fault?.problem).toContain(said);
    expect(fault).toMatchObject({ path: '', line });
  });

  it.each([
    ['an alias', 'id: &a x\nname: *a\n', ['id', 'name']],
    ['an anchor on a name', '&a id: x\n', ['']],
    ['a tag', 'id: !!binary aGk=\n', ['id']],
    ['a tag of its own', 'id: !run x\n', ['']],
    ['a field twice', 'id: a\nname: b\nid: c\n', ['id']],
    ['a field within a field twice', 'agent:\n  model: a\n  model: b\n', ['agent.model']],
    ['a name that is no word', '? [a]\n: b\n', ['']],
    ['two documents', 'id: a\n---\nid: b\n', ['']],
    ['nothing', '', ['']],
    ['blanks alone', ' \n# only this\n', ['']],
    ['a merge', 'agent:\n  <<: {model: a}\n', ['<<']],
  ])('%s is refused', (_what, text, paths) => {
    const faults = faultsIn(text);
    expect(faults.length).toBeGreaterThan(0);
    for (const path of paths) expect(faults.some((fault) => fault.path.endsWith(path))).toBe(true);
  });

  it('is no way to a prototype', () => {
    const read = readManifest(`${TEXT}__proto__:\n  polluted: true\n`);
    expect(read).toMatchObject({ ok: false, faults: [{ path: '__proto__' }] });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('a hostile text', () => {
  const most = MAX_MANIFEST_LENGTH;
  const full = (piece: string): string => piece.repeat(Math.floor(most / piece.length));
  it.each(
    [
      '[',
      '{',
      ']',
      '- ',
      '? ',
      'a: ',
      '&a ',
      '!a ',
      '*a\n',
      '---\n',
      '#\n',
      '\n',
      '\r',
      '"',
      "'",
      ',',
      '[],',
      '%YAML 1.1\n',
      ' x\n\n',
      '\t',
      '- a: - ',
      '\\',
      '<<: ',
    ].map((piece) => [piece]),
  )('of nothing but %j is refused, and nothing breaks', (piece) => {
    expect(faultsIn(full(piece)).length).toBeGreaterThan(0);
  });

  it.each([['['], ['{'], ['{a: '], ['- ']])('that opens and opens again with %j within a field is refused', (piece) => {
    expect(faultsIn(`id: a\nagent:\n  ${full(piece).slice(0, most - 100)}`).length).toBeGreaterThan(0);
  });

  it('of ever deeper lines is refused', () => {
    const text = Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
    expect(faultsIn(text)).toMatchObject([{ problem: 'is more than 20 levels deep' }]);
  });

  it('that is too long is not looked at', () => {
    expect(faultsIn(TEXT + ' '.repeat(most))).toMatchObject([{ hint: 'Shorten it to 60,000.' }]);
  });

  it('never throws, whatever it holds', () => {
    const piece = fc.constantFrom(
      'id',
      ': ',
      '\n',
      '  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '|',
      '>',
      '&a',
      '*a',
      '!',
      '!!map',
      '?',
      '#',
      ',',
      '%',
      '---',
      '...',
      '\t',
      '\0',
      '\ud800',
      '~',
      '1e999',
      '.nan',
      '0x1',
      '<<',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 60 }).map((all) => all.join('')),
        ),
        (text) => {
          for (const { problem, hint } of faultsIn(text)) expect([problem, hint]).not.toContain('');
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('made of a good one by damage is read as a manifest or refused with faults', () => {
    fc.assert(
      fc.property(anyManifest, fc.nat(), fc.nat({ max: 20 }), fc.string({ maxLength: 5 }), (manifest, at, cut, put) => {
        const text = writeManifest(manifest);
        const place = at % text.length;
        const read = readManifest(text.slice(0, place) + put + text.slice(place + cut));
        if (!read.ok) expect(read.faults.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});
