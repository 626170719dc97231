/**
 * A template, filled. The one rule: sections are what the template says they are, whatever the values hold. Values are
 * escaped by code and put in once; what they bring along is not looked at again.
 */
import { asData, asFields, asList, isRecord } from './data.ts';
import { PLACEHOLDER, type PlaceholderDef, type PromptSection, type PromptTemplate } from './template.ts';

/**
 * The prompt. A `string` may be given as a finite number too; what is optional may be missing, undefined or null.
 * @throws Error that names the placeholder, its type and what was given instead; never what it holds.
 */
export function renderTemplate(template: PromptTemplate, context: Readonly<Record<string, unknown>>): string {
  const values = new Map(
    template.placeholders.map((placeholder) => {
      const given = Object.hasOwn(context, placeholder.name) ? context[placeholder.name] : undefined;
      return [placeholder.name, valueOf(placeholder, given, template.name)];
    }),
  );
  return template.sections.flatMap((section) => rendered(section, values)).join('\n\n');
}

function rendered(section: PromptSection, values: ReadonlyMap<string, string>): readonly string[] {
  const used = [...section.content.matchAll(PLACEHOLDER)].map(([, name = '']) => values.get(name) ?? '');
  const isEmpty = used.length > 0 ? used.every((value) => value === '') : section.content.trim() === '';
  if (isEmpty && !section.required) return [];
  const lines = section.content.split('\n').flatMap((line) => {
    const filled = line.replace(PLACEHOLDER, (_whole, name: string) => values.get(name) ?? '');
    return filled.trim() === '' && line.trim() !== '' ? [] : [filled]; // no gap where nothing was said
  });
  const content = lines.join('\n').trim();
  return [
    section.delimiter === 'xml'
      ? `<${section.name}>\n${content}\n</${section.name}>`
      : `## ${section.name}\n${content}`,
  ];
}

function valueOf({ name, type, required }: PlaceholderDef, given: unknown, template: string): string {
  const isMissing = given === undefined || given === null;
  if (isMissing && !required) return '';
  const mismatch = (): Error =>
    new Error(`${template} ${isMissing ? 'needs' : 'takes'} “${name}” (${type}); it was given ${kindOf(given)}.`);
  switch (type) {
    case 'string':
      if (typeof given === 'string') return asData(given).trim();
      if (typeof given === 'number' && Number.isFinite(given)) return String(given);
      throw mismatch();
    case 'array':
      if (Array.isArray(given)) return written(() => asList(given));
      throw mismatch();
    case 'object':
      if (isRecord(given)) return written(() => asFields(given));
      throw mismatch();
  }

  function written(write: () => string): string {
    try {
      return write().trim();
    } catch (cause) {
      throw new Error(`${template}: “${name}” (${type}) holds what JSON cannot say.`, { cause });
    }
  }
}

function kindOf(given: unknown): string {
  if (given === undefined) return 'nothing';
  if (given === null) return 'null';
  if (Array.isArray(given)) return `an array of ${given.length}`;
  return typeof given === 'object' ? 'an object' : `a ${typeof given}`;
}
