/**
 * The text of a cure, as errors and checks give it: commands stand in backticks, and a paragraph that begins with a system's
 * name (`macOS: …`) is for that system alone.
 */
export type OperatingSystem = 'macOS' | 'Windows' | 'Linux';

interface CurePart {
  readonly kind: 'text' | 'command';
  readonly text: string;
}

const SYSTEM = /^(macOS|Windows|Linux): /;
/** Punctuation after a command, which is set on a line of its own. */
const AFTER_COMMAND = /^\s*[.,;]?\s*/;

/** `platform` as `navigator` says it. Null for a system that cures do not know. */
export function parseSystem(platform: string): OperatingSystem | null {
  if (/mac/i.test(platform)) return 'macOS';
  if (/^win/i.test(platform)) return 'Windows';
  return /^linux/i.test(platform) ? 'Linux' : null;
}

/** Only what is for that system; for null all of it, with the systems named. */
export function parseCure(text: string, system: OperatingSystem | null): readonly CurePart[] {
  return text.split('\n\n').flatMap((paragraph) => {
    const named = SYSTEM.exec(paragraph)?.[1];
    if (named !== undefined && system !== null && named !== system) return [];
    return parseParagraph(system === null ? paragraph : paragraph.replace(SYSTEM, ''));
  });
}

const parseParagraph = (paragraph: string): readonly CurePart[] =>
  paragraph
    .split('`')
    .map((text, index): CurePart => {
      if (index % 2 === 1) return { kind: 'command', text };
      return { kind: 'text', text: (index === 0 ? text : text.replace(AFTER_COMMAND, '')).trim() };
    })
    .filter(({ text }) => text !== '');
