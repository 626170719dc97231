/** Unknown placeholders are faults. Filled values are data and are not expanded again. */
import type { AgentManifest } from '../agent/frames/frames.ts';
import { findSimilarName } from '../base/similar-name.ts';

const PLACEHOLDERS = ['name', 'description', 'language'] as const;

const KNOWN_PLACEHOLDER = new RegExp(`\\{\\{\\s{0,9}(${PLACEHOLDERS.join('|')})\\s{0,9}\\}\\}`, 'g');

/** `language`: BCP 47; '' if the task determines it. */
export function fillInstructions(
  { name, description, agent }: AgentManifest,
  { language }: { readonly language: string },
): string {
  const values: Readonly<Record<string, string>> = {
    name,
    description,
    language: language || 'the language of the task',
  };
  return agent.instructions.replace(KNOWN_PLACEHOLDER, (whole, key: string) => values[key] ?? whole);
}

const STRAY_PLACEHOLDER = /\{\{\s{0,9}(\w{0,40})/g;
const MAX_FAULTS = 20;

export function findStrayPlaceholders(
  template: string,
): readonly { readonly problem: string; readonly hint: string }[] {
  const all = PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');
  const strays = template.replace(KNOWN_PLACEHOLDER, ' ').matchAll(STRAY_PLACEHOLDER);
  return Array.from(strays)
    .slice(0, MAX_FAULTS)
    .map(([, name = '']) => {
      const suggestion = findSimilarName(name, PLACEHOLDERS);
      const hint =
        suggestion === null ? `Take the two braces out, or use one of ${all}.` : `Did you mean {{${suggestion}}}?`;
      return { problem: `{{${name} opens no placeholder that is known`, hint };
    });
}
