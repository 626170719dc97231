/** The text form of prompt templates, read and written without loss. Errors name the line. */
import {
  MAX_CONTENT,
  MAX_PLACEHOLDERS,
  MAX_SECTIONS,
  SECTION_OPEN,
  validateTemplate,
  type PlaceholderDef,
  type PromptSection,
  type PromptTemplate,
} from './template.ts';

const MAX_TEXT = MAX_CONTENT + 150 * (MAX_SECTIONS + MAX_PLACEHOLDERS);
const TITLE_LINE = /^# ([A-Z][A-Z0-9_]{0,59})$/;

const DECLARATION_LINE = /^- ([A-Za-z]\w{0,39}): (string|array|object)( \(optional\))?$/;

/** @throws Error if the template is not valid. */
export function serializeTemplate(template: PromptTemplate): string {
  assertValid(template);
  const declarations = template.placeholders.map(
    ({ name, type, required }) => `- ${name}: ${type}${formatOptional(required)}`,
  );
  const sections = template.sections.map(({ name, delimiter, content, required }) =>
    delimiter === 'xml'
      ? `<${name}${required ? '' : ' optional'}>\n${content}\n</${name}>`
      : `## ${name}${formatOptional(required)}\n${content}`,
  );
  return `${[[`# ${template.name}`, ...declarations].join('\n'), ...sections].join('\n\n')}\n`;
}

const formatOptional = (required: boolean): string => (required ? '' : ' (optional)');

/** @throws Error if the text is not a valid template. */
export function parseTemplate(text: string): PromptTemplate {
  if (text.length > MAX_TEXT)
    throw new Error(`A template has ${MAX_TEXT} characters at most; this one ${text.length}.`);
  const lines = text.split('\n');
  const name = TITLE_LINE.exec(lines[0] ?? '')?.[1];
  if (name === undefined) throw createParseError(1, 'Expected “# NAME” in capitals.');
  const placeholders: PlaceholderDef[] = [];
  const sections: PromptSection[] = [];
  let at = 1;
  for (; lines[at]?.startsWith('- '); at += 1) placeholders.push(parseDeclaration(lines[at] ?? '', at + 1));
  for (; at < lines.length; at += 1) {
    if (lines[at]?.trim() === '') continue;
    if (sections.length === MAX_SECTIONS) throw createParseError(at + 1, `More than ${MAX_SECTIONS} sections.`);
    const { section, end } = readSection(lines, at);
    sections.push(section);
    at = end;
  }
  const template = { name, sections, placeholders };
  assertValid(template);
  return template;
}

function parseDeclaration(line: string, number: number): PlaceholderDef {
  const [, name, type, optional] = DECLARATION_LINE.exec(line) ?? [];
  if (name === undefined)
    throw createParseError(number, 'Expected “- name: string”, “array” or “object”, “ (optional)” behind it.');
  return { name, type: type as PlaceholderDef['type'], required: optional === undefined };
}

function readSection(lines: readonly string[], at: number): { readonly section: PromptSection; readonly end: number } {
  const [, tag, tagOptional, heading, headingOptional] = SECTION_OPEN.exec(lines[at] ?? '') ?? [];
  if (tag !== undefined) {
    const end = lines.indexOf(`</${tag}>`, at + 1);
    if (end === -1) throw createParseError(at + 1, `“<${tag}>” is never closed.`);
    const content = lines.slice(at + 1, end).join('\n');
    return { section: { name: tag, delimiter: 'xml', content, required: tagOptional === undefined }, end };
  }
  if (heading === undefined) throw createParseError(at + 1, 'Expected “<name>” or “## name”.');
  const next = lines.findIndex((line, index) => index > at && SECTION_OPEN.test(line));
  const end = (next === -1 ? lines.length : next) - 1;
  // one empty line belongs to what follows
  const content = lines.slice(at + 1, end > at && lines[end] === '' ? end : end + 1).join('\n');
  return { section: { name: heading, delimiter: 'markdown', content, required: headingOptional === undefined }, end };
}

function assertValid(template: PromptTemplate): void {
  const checked = validateTemplate(template);
  if (!checked.ok) throw new Error(`Template ${template.name.slice(0, 60)}: ${checked.message}`);
}

const createParseError = (line: number, message: string): Error => new Error(`Template, line ${line}: ${message}`);
