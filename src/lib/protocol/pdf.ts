/** Converts the messages about a PDF; one schema per direction keeps the validators small. */
import { check } from './check.ts';
import { PDF_FAULTS, type PdfEvent } from './pdf-schemas.ts';

export function createPdfMessage(event: PdfEvent): Record<string, unknown> {
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

export function parsePdfEvent(message: unknown): PdfEvent {
  const checked = check<'pdf.event'>('pdf.event', message);
  if (!checked.ok) return { type: 'fault', fault: 'failed', message: checked.message };
  const { type, text, about } = checked.value;
  const getDetail = (name: string): string => {
    const value = about[name];
    return typeof value === 'string' ? value : '';
  };
  if (type === 'progress') return { type, page: Number(getDetail('page')), pages: Number(getDetail('pages')) };
  if (type === 'fault') {
    const fault = PDF_FAULTS.find((name) => name === getDetail('fault')) ?? 'failed';
    return { type, fault, message: text.slice(0, 500) };
  }
  const [title, byline, published, language] = ['title', 'byline', 'published', 'language'].map(getDetail);
  return {
    type,
    title: title ?? '',
    byline: byline ?? '',
    published: published ?? '',
    language: language ?? '',
    markdown: text,
  };
}
