/**
 * What worker and offscreen document say to each other about a page that was fetched. The one rule: both sides use what is
 * made here of a message, never the message; and where a page was found is the worker's to say.
 */
import { check } from './check.ts';
import type { FetchedEvent } from './fetched-schemas.ts';

/** The message for an event. */
export function fetchedMessage(event: FetchedEvent): Record<string, unknown> {
  if (event.type === 'fault') return { type: 'fault', text: event.message.slice(0, 500), about: {} };
  const { reading } = event;
  if (reading.kind === 'empty') return { type: 'done', text: '', about: { title: reading.title } };
  const { title, byline, published, language, site, markdown } = reading.article;
  return { type: 'done', text: markdown, about: { title, byline, published, language, site } };
}

/** The event in a message about the page at `url`; a message that is none is a fault like any other. */
export function fetchedEventIn(message: unknown, url: string): FetchedEvent {
  const checked = check('page.event', message);
  if (!checked.ok) return { type: 'fault', message: checked.message.slice(0, 500) };
  const { type, text, about } = checked.value;
  if (type === 'fault') return { type, message: text.slice(0, 500) };
  const said = (name: string): string => {
    const value = about[name];
    return typeof value === 'string' ? value : '';
  };
  const title = said('title');
  if (text === '') return { type, reading: { kind: 'empty', url, title } };
  const [byline, published, language, site] = [said('byline'), said('published'), said('language'), said('site')];
  return {
    type,
    reading: { kind: 'article', article: { url, title, byline, published, language, site, markdown: text } },
  };
}
