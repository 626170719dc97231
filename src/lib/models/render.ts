/**
 * Messages as language models read them. The one rule: a document's text cannot end its own element, so that what a
 * page says stays data; what to make of data is said in the system prompt.
 */
import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { DocumentPart, ModelMessage } from './model.ts';

export function promptOf(messages: readonly ModelMessage[]): LanguageModelV3Prompt {
  return messages.map(({ role, content }) => {
    const text = content.map((part) => (part.type === 'text' ? part.text : renderDocument(part))).join('\n\n');
    // one text part per message: many local servers know no other form
    return role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] };
  });
}

/** `<document title="…" url="…" language="…">`, the text, `</document>`. */
export function renderDocument(part: DocumentPart): string {
  const attributes = [
    ['title', part.title],
    ['url', withoutSecrets(part.url)],
    ['language', part.language],
  ]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${String(name)}="${escapeAttribute(String(value))}"`)
    .join('');
  return `<document${attributes}>\n${escapeText(part.text)}\n</document>`;
}

/** Anything that a model could take for the tag, blanks and invisible characters inside it included. */
const TAG = /<(?=[\s/\p{Cf}]{0,16}document)/giu;

function escapeText(text: string): string {
  return text.replace(TAG, '&lt;');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeAttribute(value: string): string {
  return value
    .slice(0, 2000)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}

/** A query, a fragment or a user name may carry a session; no summary needs them. '' when it is no URL. */
function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, protocol, pathname } = new URL(url);
  return origin === 'null' ? `${protocol}${pathname}` : `${origin}${pathname}`;
}
