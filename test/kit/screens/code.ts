/** Screens of code, light and dark, coloured as an editor colours it. */
import { type Chance, times } from './chance.ts';
import { escaped, MONO, screen, type Screen, WIDE_MONO } from './page.ts';
import { capital, word } from './words.ts';

const name = (chance: Chance): string => `${word(chance)}${capital(word(chance))}`;

function body(chance: Chance): readonly string[] {
  return chance.one([
    () => [`const ${name(chance)} = ${name(chance)}(${word(chance)}, ${chance.number(0, 500)});`],
    () => [
      `if (${word(chance)} > ${chance.number(2, 90)} && !${word(chance)}) {`,
      `  return ${name(chance)}["${word(chance)}"];`,
      '}',
    ],
    () => [
      `for (const ${word(chance)} of ${name(chance)}) {`,
      `  ${word(chance)}.push({ ${word(chance)}: ${chance.number(1, 99)} });`,
      '}',
    ],
    () => [`// ${word(chance)} the ${word(chance)} before ${word(chance)}`],
    () => [
      'try {',
      `  await ${name(chance)}();`,
      '} catch (error) {',
      `  console.error("${word(chance)} ${word(chance)}", error);`,
      '}',
    ],
  ])();
}

function lines(chance: Chance): readonly string[] {
  const functions = times(2, () => [
    `export function ${name(chance)}(${word(chance)}: string): number {`,
    ...times(3, () => body(chance))
      .flat()
      .map((line) => `  ${line}`),
    `  return ${chance.number(0, 9)};`,
    '}',
  ]);
  return functions.flat();
}

function coloured(line: string, dark: boolean): string {
  const [key, text, note, number] = dark
    ? ['#c586c0', '#ce9178', '#6a9955', '#b5cea8']
    : ['#8000a0', '#a31515', '#3f7f3f', '#096d48'];
  const paint = (colour: string, part: string): string => `<span style="color:${colour}">${escaped(part)}</span>`;
  if (line.trim().startsWith('//')) return paint(note, line);
  return line
    .split(/("[^"]*"|\b\d+\b|\b(?:const|if|return|for|of|export|function|try|catch|await)\b)/)
    .map((part) => {
      if (part.startsWith('"')) return paint(text, part);
      if (/^\d+$/.test(part)) return paint(number, part);
      return /^(?:const|if|return|for|of|export|function|try|catch|await)$/.test(part)
        ? paint(key, part)
        : escaped(part);
    })
    .join('');
}

/** The lines as text, and coloured. */
export function drawCode(chance: Chance, dark: boolean): { readonly lines: readonly string[]; readonly html: string } {
  const all = lines(chance);
  return { lines: all, html: all.map((line) => coloured(line, dark)).join('\n') };
}

function code(kind: string, chance: Chance, dark: boolean): Screen {
  const { lines: all, html: text } = drawCode(chance, dark);
  const html = `<pre style="margin:0;font-family:${chance.one([MONO, WIDE_MONO]).replaceAll("'", '')}">${text}</pre>`;
  const look = dark ? { paper: '#1e1e1e', ink: '#d4d4d4' } : {};
  return screen(kind, all.join('\n'), html, { size: chance.number(12, 14), ...look });
}

export const lightCode = (chance: Chance): Screen => code('code-light', chance, false);
export const darkCode = (chance: Chance): Screen => code('code-dark', chance, true);
