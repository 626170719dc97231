/**
 * An agent's instructions, filled. The one rule: two braces open a placeholder that is known, or the manifest is refused; what is
 * put in is data, and is not looked at again.
 */
import type { AgentManifest } from '../agent/frames.ts';
import { likely } from '../base/likely.ts';

/** What the instructions of a manifest may name. */
export const PLACEHOLDERS = ['name', 'description', 'language'] as const;

const KNOWN = new RegExp(`\\{\\{\\s{0,9}(${PLACEHOLDERS.join('|')})\\s{0,9}\\}\\}`, 'g');

/** `language`: the person's, a BCP 47 tag; '' where the task says it. */
export function instructionsOf(
  { name, description, agent }: AgentManifest,
  { language }: { readonly language: string },
): string {
  const values: Readonly<Record<string, string>> = {
    name,
    description,
    language: language || 'the language of the task',
  };
  return agent.instructions.replace(KNOWN, (whole, key: string) => values[key] ?? whole);
}

/** Braces that open no placeholder that is known. */
const STRAY = /\{\{\s{0,9}(\w{0,40})/g;
/** So many are told of. */
const MOST_TOLD = 20;

/** What is wrong with placeholders in a template. */
export function strayIn(template: string): readonly { readonly problem: string; readonly cure: string }[] {
  const all = PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');
  const strays = template.replace(KNOWN, ' ').matchAll(STRAY);
  return Array.from(strays)
    .slice(0, MOST_TOLD)
    .map(([, name = '']) => {
      const meant = likely(name, PLACEHOLDERS);
      const cure = meant === null ? `Take the two braces out, or use one of ${all}.` : `Did you mean {{${meant}}}?`;
      return { problem: `{{${name} opens no placeholder that is known`, cure };
    });
}
