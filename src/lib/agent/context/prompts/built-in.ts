/** The product's prompts: instructions under headings, data between tags. Their texts are the Markdown files beside this one. */
import { deepFreeze } from '../../../base/freeze.ts';
import { templates } from './compiled/templates.js';
import { renderTemplate } from './render.ts';
import type { PromptTemplate } from './template.ts';

type TemplateName = (typeof templates)[number]['name'];
export const TEMPLATE_NAMES: readonly TemplateName[] = templates.map(({ name }) => name);

export const TEMPLATES = deepFreeze(
  Object.fromEntries(templates.map((template) => [template.name, template])),
) as Readonly<Record<TemplateName, PromptTemplate>>;

/** @throws Error for an unknown name. */
export function loadTemplate(name: string): PromptTemplate {
  if (Object.hasOwn(TEMPLATES, name)) return TEMPLATES[name as TemplateName];
  throw new Error(`There is no template ${JSON.stringify(name)}. There are: ${TEMPLATE_NAMES.join(', ')}.`);
}

export const renderPrompt = (name: TemplateName, values: Readonly<Record<string, unknown>>): string =>
  renderTemplate(TEMPLATES[name], values);
