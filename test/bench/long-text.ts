/** Long text for benchmarks: real pages where the development data lies beside the project, else the golden ones. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export const DATA = new URL('../../../shared/data/', import.meta.url);
const FIXTURES = new URL('../fixtures/pages/', import.meta.url);

/** So many characters, the same each time; repeated where there are not as many. */
export function longText(characters: number): string {
  const truths = new URL('pages-dev/ground-truth/', DATA);
  const texts = existsSync(truths)
    ? readdirSync(truths).map(
        (file) => (JSON.parse(readFileSync(new URL(file, truths), 'utf8')) as { main_content?: string }).main_content,
      )
    : readdirSync(FIXTURES)
        .map((name) => new URL(`${name}/expected.md`, FIXTURES))
        .filter((file) => existsSync(file))
        .map((file) => readFileSync(file, 'utf8'));
  const text = texts.join('\n\n');
  return text.repeat(Math.ceil(characters / text.length)).slice(0, characters);
}
