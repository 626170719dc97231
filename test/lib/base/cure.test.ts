import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCure, parseSystem, type OperatingSystem } from '../../../src/lib/base/cure.ts';

const SYSTEMS: readonly OperatingSystem[] = ['macOS', 'Windows', 'Linux'];
const commands = (text: string, system: OperatingSystem | null): readonly string[] =>
  parseCure(text, system).flatMap((part) => (part.kind === 'command' ? [part.text] : []));
const word = fc
  .string({ unit: fc.constantFrom('a', 'b', ' ', '-', '=', '"'), minLength: 1 })
  .filter((text) => text.trim() !== '');

describe('a cure', () => {
  it('is sentences, and commands without their backticks and the punctuation after them', () => {
    expect(parseCure('Run `ollama pull x`, or choose another.', 'Linux')).toEqual([
      { kind: 'text', text: 'Run' },
      { kind: 'command', text: 'ollama pull x' },
      { kind: 'text', text: 'or choose another.' },
    ]);
  });

  it('keeps the lines of a command of several', () => {
    expect(commands('Linux: Add: `[Service]\nEnvironment="A=b"`', 'Linux')).toEqual(['[Service]\nEnvironment="A=b"']);
  });

  it('is for one system alone, and unnamed there; for an unknown one it is whole, each with its name', () => {
    const paragraph = fc.record({ system: fc.constantFrom(null, ...SYSTEMS), words: word, command: word });
    fc.assert(
      fc.property(fc.array(paragraph), fc.constantFrom(null, ...SYSTEMS), (paragraphs, here) => {
        const format = ({ system, words, command }: (typeof paragraphs)[number]): string =>
          `${system === null ? '' : `${system}: `}${words} \`${command}\``;
        const text = paragraphs.map(format).join('\n\n');
        const shown = paragraphs.filter(({ system }) => here === null || system === null || system === here);
        expect(commands(text, here)).toEqual(shown.map(({ command }) => command));
        const said = parseCure(text, here).map((part) => part.text);
        expect(said.some((each) => each.includes('`'))).toBe(false);
        const named = said.filter((each) => /^(?:macOS|Windows|Linux): /.test(each)).length;
        expect(named).toBe(here === null ? paragraphs.filter(({ system }) => system !== null).length : 0);
      }),
    );
  });

  it.each([
    ['macOS', 'macOS'],
    ['MacIntel', 'macOS'],
    ['Windows', 'Windows'],
    ['Win32', 'Windows'],
    ['Linux x86_64', 'Linux'],
    ['Chrome OS', null],
    ['', null],
  ])('knows %j as %s', (platform, system) => {
    expect(parseSystem(platform)).toBe(system);
  });
});
