/**
 * What worker and offscreen document say to each other about a PDF: the file in pieces one way, what becomes of it the other.
 * The one rule: both sides use what is made here of a message, never the message. (One schema for each way: a compiled
 * schema weighs by its fields, and the worker carries it whether anybody reads a PDF or not.)
 */
import { check } from './check.ts';
import { PDF_FAULTS, type PdfEvent } from './pdf-schemas.ts';

/** The message for an event. */
export function eventMessage(event: PdfEvent): Record<string, unknown> {
  switch (event.type) {
    case 'progress':
      return { type: 'progress', text: '', about: { page: String(event.page), pages: String(event.pages) } };
    case 'done': {
      const { type, markdown, ...about } = event;
      return { type, text: markdown, about };
    }
    case 'fault':
      return { type: 'fault', text: event.message, about: { fault: event.fault } };
  }
}

/** The event in a message; a message that is none is a fault like any other. */
export function eventIn(message: unknown): PdfEvent {
  const checked = check<'pdf.event'>('pdf.event', message);
  if (!checked.ok) return { type: 'fault', fault: 'failed', message: checked.message };
  const { type, text, about } = checked.value;
  const said = (name: string): string => {
    const value = about[name];
    return typeof value === 'string' ? value : '';
  };
  if (type === 'progress') return { type, page: Number(said('page')), pages: Number(said('pages')) };
  if (type === 'fault') {
    const fault = PDF_FAULTS.find((known) => known === said('fault')) ?? 'failed';
    return { type, fault, message: text.slice(0, 500) };
  }
  const [title, byline, published, language] = ['title', 'byline', 'published', 'language'].map(said);
  return {
    type,
    title: title ?? '',
    byline: byline ?? '',
    published: published ?? '',
    language: language ?? '',
    markdown: text,
  };
}
