/** Converts the messages about a fetched page; the page's URL is always the worker's own. */
import { check } from './check.ts';
import type { FetchedEvent } from './fetched-schemas.ts';

export function createFetchedMessage(event: FetchedEvent): Record<string, unknown> {
  if (event.type === 'fault') return { type: 'fault', text: event.message.slice(0, 500), about: {} };
  const { reading } = event;
  if (reading.kind === 'empty') return { type: 'done', text: '', about: { title: reading.title } };
  const { title, byline, published, language, site, markdown } = reading.article;
  return { type: 'done', text: markdown, about: { title, byline, published, language, site } };
}

export function parseFetchedEvent(message: unknown, url: string): FetchedEvent {
  const checked = check('page.event', message);
  if (!checked.ok) return { type: 'fault', message: checked.message.slice(0, 500) };
  const { type, text, about } = checked.value;
  if (type === 'fault') return { type, message: text.slice(0, 500) };
  const getDetail = (name: string): string => {
    const value = about[name];
    return typeof value === 'string' ? value : '';
  };
  const title = getDetail('title');
  if (text === '') return { type, reading: { kind: 'empty', url, title } };
  const [byline, published, language, site] = [
    getDetail('byline'),
    getDetail('published'),
    getDetail('language'),
    getDetail('site'),
  ];
  return {
    type,
    reading: { kind: 'article', article: { url, title, byline, published, language, site, markdown: text } },
  };
}
