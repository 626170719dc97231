/** The product's prompt templates, parsed and checked at start. */
import { deepFreeze } from '../../base/freeze.ts';
import { TEXTS } from './prompts/built-in.ts';
import type { PromptTemplate } from './prompts/template.ts';
import { parseTemplate } from './prompts/text.ts';

export { escapeData } from './prompts/data.ts';
export { renderTemplate } from './prompts/render.ts';
export type { PlaceholderDef, PromptSection, PromptTemplate } from './prompts/template.ts';
export { parseTemplate, serializeTemplate } from './prompts/text.ts';
export { validateTemplate } from './prompts/validate.ts';

export type TemplateName = keyof typeof TEXTS;
export const TEMPLATE_NAMES = Object.keys(TEXTS) as readonly TemplateName[];

export const TEMPLATES = Object.freeze(
  Object.fromEntries(TEMPLATE_NAMES.map((name) => [name, deepFreeze(parseTemplate(TEXTS[name]))])),
) as Readonly<Record<TemplateName, PromptTemplate>>;

/** @throws Error for an unknown name. */
export function loadTemplate(name: string): PromptTemplate {
  if (Object.hasOwn(TEMPLATES, name)) return TEMPLATES[name as TemplateName];
  throw new Error(`There is no template ${JSON.stringify(name)}. There are: ${TEMPLATE_NAMES.join(', ')}.`);
}
