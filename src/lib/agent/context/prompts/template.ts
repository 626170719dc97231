/** Prompt templates and their checks. Faults name the section or placeholder. */
import type { ValidationResult } from '../../tool-calls/registry.ts';

export interface PromptTemplate {
  readonly name: string;
  readonly sections: readonly PromptSection[];
  readonly placeholders: readonly PlaceholderDef[];
}

export interface PromptSection {
  readonly name: string;
  /** By convention, XML holds data and Markdown holds instructions. */
  readonly delimiter: 'xml' | 'markdown';
  readonly content: string;
  /** An optional section is left out if all its placeholders are empty. */
  readonly required: boolean;
}

export interface PlaceholderDef {
  readonly name: string;
  readonly type: 'string' | 'array' | 'object';
  readonly required: boolean;
}

export const MAX_SECTIONS = 20;
export const MAX_PLACEHOLDERS = 20;
export const MAX_CONTENT = 20_000;

const TEMPLATE_NAME = /^[A-Z][A-Z0-9_]{0,59}$/;
const SECTION_NAME = /^[A-Za-z][\w-]{0,39}$/;
const PLACEHOLDER_NAME = /^[A-Za-z]\w{0,39}$/;

/** Every `{{`; no name if the placeholder is malformed. */
export const PLACEHOLDER = /\{\{(?:([A-Za-z]\w{0,39})\}\})?/g;

/** `<name>` or `## name`, optional ones marked. */
export const SECTION_OPEN = /^(?:<([A-Za-z][\w-]{0,39})( optional)?>|## ([A-Za-z][\w-]{0,39})( \(optional\))?)$/;
/** A line that Markdown readers could take for such a heading. */
const HEADING_LINE = /^\s*#{1,2}(?!#)/;

const TAG_PATTERN = /<[\s/|\p{Cf}]{0,16}([A-Za-z][\w-]{0,39})/gu;

/** A tag that a placeholder's value would complete. */
const HALF_TAG = /<[\s/|\p{Cf}]{0,16}[\w-]{0,39}\{\{/u;

const FORBIDDEN_CHARACTER = /[\p{Cs}\p{Zl}\p{Zp}]|[^\P{Cc}\n\t]/u;

/** Stops at the first fault, checking sizes first. */
export function validateTemplate(template: PromptTemplate): ValidationResult {
  for (const message of iterateFaults(template)) return { ok: false, message };
  return { ok: true };
}

function* iterateFaults({ name, sections, placeholders }: PromptTemplate): Generator<string, void> {
  if (!TEMPLATE_NAME.test(name))
    yield `The template’s name ${quoteText(name)} is not made of capitals, digits and underscores (60 at most).`;
  if (sections.length > MAX_SECTIONS)
    yield `There are ${sections.length} sections, ${MAX_SECTIONS} at most are allowed.`;
  if (placeholders.length > MAX_PLACEHOLDERS)
    yield `There are ${placeholders.length} placeholders, ${MAX_PLACEHOLDERS} at most are allowed.`;
  const length = sections.reduce((sum, { content }) => sum + content.length, 0);
  if (length > MAX_CONTENT) yield `The sections hold ${length} characters, ${MAX_CONTENT} at most are allowed.`;
  if (!sections.some(({ required }) => required)) yield 'There is no required section.';
  const twice = findDuplicate(sections.map((section) => section.name.toLowerCase()));
  if (twice !== undefined) yield `Two sections are named ${quoteText(twice)}, capitals aside.`;
  const tags = new Set(
    sections.filter(({ delimiter }) => delimiter === 'xml').map((section) => section.name.toLowerCase()),
  );
  for (const section of sections) yield* iterateSectionFaults(section, tags);
  yield* iteratePlaceholderFaults({ sections, placeholders });
}

function* iterateSectionFaults({ name, delimiter, content, required }: PromptSection, tags: ReadonlySet<string>) {
  const at = `Section ${quoteText(name)}`;
  if (!SECTION_NAME.test(name)) yield `${at}: its name is not a letter and up to 39 letters, digits, “_” or “-”.`;
  if (required && content.trim() === '') yield `${at} is required and blank.`;
  if (FORBIDDEN_CHARACTER.test(content))
    yield `${at} holds a control character, half a character or a line break other than “\\n”.`;
  if (HALF_TAG.test(content)) yield `${at} holds a “<” that a placeholder’s value would make a tag.`;
  for (const [, tag = ''] of content.matchAll(TAG_PATTERN))
    if (tags.has(tag.toLowerCase()))
      yield `${at} holds a tag of the section ${quoteText(tag)}, which would open or close it.`;
  if (delimiter === 'xml') return;
  const bare = content.replace(PLACEHOLDER, ''); // as it reads when all values are empty
  for (const line of [...content.split('\n'), ...bare.split('\n')]) {
    if (HEADING_LINE.test(line)) yield `${at} holds the line ${quoteText(line)}, a heading that would end it.`;
    if (SECTION_OPEN.test(line)) yield `${at} holds the line ${quoteText(line)}, which would open another section.`;
  }
}

function* iteratePlaceholderFaults({ sections, placeholders }: Pick<PromptTemplate, 'sections' | 'placeholders'>) {
  const names = placeholders.map(({ name }) => name);
  const malformed = names.find((name) => !PLACEHOLDER_NAME.test(name));
  if (malformed !== undefined)
    yield `Placeholder ${quoteText(malformed)}: its name is not a letter and up to 39 letters, digits or “_”.`;
  const twice = findDuplicate(names);
  if (twice !== undefined) yield `Placeholder ${quoteText(twice)} is declared twice.`;
  const used = new Set<string>();
  for (const section of sections)
    for (const { 1: name, index } of section.content.matchAll(PLACEHOLDER)) {
      const at = `Section ${quoteText(section.name)}`;
      if (name === undefined)
        yield `${at} holds ${quoteText(section.content.slice(index, index + 20))}, no placeholder.`;
      else if (!names.includes(name)) yield `${at} uses the placeholder ${quoteText(name)}, which is not declared.`;
      else used.add(name);
    }
  const unused = names.find((name) => !used.has(name));
  if (unused !== undefined) yield `Placeholder ${quoteText(unused)} is declared and not used.`;
}

const findDuplicate = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) < index);

const quoteText = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
