/** Renders a template. Values are escaped and inserted in one pass, so they cannot change its sections. */
import { escapeData, formatFields, formatList, isRecord } from './data.ts';
import { PLACEHOLDER, type PlaceholderDef, type PromptSection, type PromptTemplate } from './template.ts';

/** A `string` may be a finite number. @throws Error naming placeholder and types, never the value. */
export function renderTemplate(template: PromptTemplate, context: Readonly<Record<string, unknown>>): string {
  const values = new Map(
    template.placeholders.map((placeholder) => {
      const given = Object.hasOwn(context, placeholder.name) ? context[placeholder.name] : undefined;
      return [placeholder.name, formatPlaceholder(placeholder, given, template.name)];
    }),
  );
  return template.sections.flatMap((section) => renderSection(section, values)).join('\n\n');
}

function renderSection(section: PromptSection, values: ReadonlyMap<string, string>): readonly string[] {
  const used = [...section.content.matchAll(PLACEHOLDER)].map(([, name = '']) => values.get(name) ?? '');
  const isEmpty = used.length > 0 ? used.every((value) => value === '') : section.content.trim() === '';
  if (isEmpty && !section.required) return [];
  const lines = section.content.split('\n').flatMap((line) => {
    const filled = line.replace(PLACEHOLDER, (_whole, name: string) => values.get(name) ?? '');
    return filled.trim() === '' && line.trim() !== '' ? [] : [filled]; // no empty line where a value is empty
  });
  const content = lines.join('\n').trim();
  return [
    section.delimiter === 'xml'
      ? `<${section.name}>\n${content}\n</${section.name}>`
      : `## ${section.name}\n${content}`,
  ];
}

function formatPlaceholder({ name, type, required }: PlaceholderDef, given: unknown, template: string): string {
  const isMissing = given === undefined || given === null;
  if (isMissing && !required) return '';
  const createMismatchError = (): Error =>
    new Error(`${template} ${isMissing ? 'needs' : 'takes'} “${name}” (${type}); it was given ${describeKind(given)}.`);
  switch (type) {
    case 'string':
      if (typeof given === 'string') return escapeData(given).trim();
      if (typeof given === 'number' && Number.isFinite(given)) return String(given);
      throw createMismatchError();
    case 'array':
      if (Array.isArray(given)) return formatOrThrow(() => formatList(given));
      throw createMismatchError();
    case 'object':
      if (isRecord(given)) return formatOrThrow(() => formatFields(given));
      throw createMismatchError();
  }

  function formatOrThrow(format: () => string): string {
    try {
      return format().trim();
    } catch (cause) {
      throw new Error(`${template}: “${name}” (${type}) holds what JSON cannot say.`, { cause });
    }
  }
}

function describeKind(given: unknown): string {
  if (given === undefined) return 'nothing';
  if (given === null) return 'null';
  if (Array.isArray(given)) return `an array of ${given.length}`;
  return typeof given === 'object' ? 'an object' : `a ${typeof given}`;
}
