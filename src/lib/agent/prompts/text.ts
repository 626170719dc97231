/**
 * Templates as text, which a person can read and change:
 *
 *     # NAME
 *     - topic: string
 *     - tried: array (optional)
 *
 *     ## task
 *     Say what {{topic}} means.
 *
 *     <tried optional>
 *     {{tried}}
 *     </tried>
 *
 * The one rule: what was written reads back as the same template, character for character; what is no template is an Error
 * that says on which line or in which section.
 */
import {
  MARKDOWN_OPEN,
  MAX_CONTENT,
  MAX_PLACEHOLDERS,
  MAX_SECTIONS,
  XML_OPEN,
  type PlaceholderDef,
  type PlaceholderType,
  type PromptSection,
  type PromptTemplate,
} from './template.ts';
import { validateTemplate } from './validate.ts';

/** Characters of a template's text: content, names and delimiters. */
const MAX_TEXT = MAX_CONTENT + 150 * (MAX_SECTIONS + MAX_PLACEHOLDERS);
const TITLE = /^# ([A-Z][A-Z0-9_]{0,59})$/;
const DECLARED = /^- ([A-Za-z]\w{0,39}): (string|array|object)( \(optional\))?$/;

/** @throws Error where the template is not valid: it could not be read back. */
export function serializeTemplate(template: PromptTemplate): string {
  assertValid(template);
  const declared = template.placeholders.map(({ name, type, required }) => `- ${name}: ${type}${mark(required)}`);
  const sections = template.sections.map(({ name, delimiter, content, required }) =>
    delimiter === 'xml'
      ? `<${name}${required ? '' : ' optional'}>\n${content}\n</${name}>`
      : `## ${name}${mark(required)}\n${content}`,
  );
  return `${[[`# ${template.name}`, ...declared].join('\n'), ...sections].join('\n\n')}\n`;
}

const mark = (required: boolean): string => (required ? '' : ' (optional)');

/** @throws Error where the text is no valid template. */
export function parseTemplate(text: string): PromptTemplate {
  if (text.length > MAX_TEXT)
    throw new Error(`A template has ${MAX_TEXT} characters at most; this one ${text.length}.`);
  const lines = text.split('\n');
  const name = TITLE.exec(lines[0] ?? '')?.[1];
  if (name === undefined) throw wrong(1, 'Expected “# NAME” in capitals.');
  const placeholders: PlaceholderDef[] = [];
  const sections: PromptSection[] = [];
  let at = 1;
  for (; lines[at]?.startsWith('- '); at += 1) placeholders.push(declaration(lines[at] ?? '', at + 1));
  for (; at < lines.length; at += 1) {
    if (lines[at]?.trim() === '') continue;
    if (sections.length === MAX_SECTIONS) throw wrong(at + 1, `More than ${MAX_SECTIONS} sections.`);
    const { section, end } = readSection(lines, at);
    sections.push(section);
    at = end;
  }
  const template = { name, sections, placeholders };
  assertValid(template);
  return template;
}

function declaration(line: string, number: number): PlaceholderDef {
  const [, name, type, optional] = DECLARED.exec(line) ?? [];
  if (name === undefined)
    throw wrong(number, 'Expected “- name: string”, “array” or “object”, “ (optional)” behind it.');
  return { name, type: type as PlaceholderType, required: optional === undefined };
}

/** The section that opens on that line; `end` is its last line. */
function readSection(lines: readonly string[], at: number): { readonly section: PromptSection; readonly end: number } {
  const line = lines[at] ?? '';
  const [, tag, tagOptional] = XML_OPEN.exec(line) ?? [];
  if (tag !== undefined) {
    const end = lines.indexOf(`</${tag}>`, at + 1);
    if (end === -1) throw wrong(at + 1, `“<${tag}>” is never closed.`);
    const content = lines.slice(at + 1, end).join('\n');
    return { section: { name: tag, delimiter: 'xml', content, required: tagOptional === undefined }, end };
  }
  const [, heading, optional] = MARKDOWN_OPEN.exec(line) ?? [];
  if (heading === undefined) throw wrong(at + 1, 'Expected “<name>” or “## name”.');
  const next = lines.findIndex((one, index) => index > at && (XML_OPEN.test(one) || MARKDOWN_OPEN.test(one)));
  const end = (next === -1 ? lines.length : next) - 1;
  // one empty line belongs to what follows, be it a section or the end of the text
  const content = lines.slice(at + 1, end > at && lines[end] === '' ? end : end + 1).join('\n');
  return { section: { name: heading, delimiter: 'markdown', content, required: optional === undefined }, end };
}

function assertValid(template: PromptTemplate): void {
  const checked = validateTemplate(template);
  if (!checked.ok) throw new Error(`Template ${template.name.slice(0, 60)}: ${checked.message}`);
}

const wrong = (line: number, message: string): Error => new Error(`Template, line ${line}: ${message}`);
