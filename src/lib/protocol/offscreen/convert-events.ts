/** Converts and validates the offscreen document's messages; one schema per direction keeps the validators small. */
import { getProperty, toText } from '../../base/loose.ts';
import type { Reading } from '../../pipeline/ocr/types.ts';
import { check } from '../check.ts';
import type { FetchedEvent } from './fetched.ts';
import type { OcrEvent } from './ocr.ts';
import { FILE_FAULTS, type FileEvent, type FileFault } from './file.ts';
import { PDF_FAULTS, type PdfEvent, type ReadingEvent } from './pdf.ts';

/** Events of a PDF in a tab, or of a file. */
export function createReadingMessage(event: PdfEvent | FileEvent): Record<string, unknown> {
  switch (event.type) {
    case 'progress':
      return { type: 'progress', text: '', about: { page: String(event.page), pages: String(event.pages) } };
    case 'done': {
      const { type, markdown, cut = false, ...about } = event;
      return { type, text: markdown, about: { ...about, ...(cut && { cut: 'yes' }) } };
    }
    case 'fault':
      return { type: 'fault', text: event.message, about: { fault: event.fault } };
  }
}

export const parsePdfEvent = (message: unknown): PdfEvent => parseReadingEvent(message, PDF_FAULTS);

export const parseFileEvent = (message: unknown): FileEvent => parseReadingEvent(message, FILE_FAULTS);

function parseReadingEvent<F extends FileFault>(message: unknown, faults: readonly F[]): ReadingEvent<F | 'failed'> {
  const checked = check<'pdf.event'>('pdf.event', message);
  if (!checked.ok) return { type: 'fault', fault: 'failed', message: checked.message };
  const { type, text, about } = checked.value;
  if (type === 'progress') return { type, page: Number(toText(about['page'])), pages: Number(toText(about['pages'])) };
  if (type === 'fault') {
    const fault = faults.find((name) => name === about['fault']) ?? 'failed';
    return { type, fault, message: text.slice(0, 500) };
  }
  return { type, ...readDetails(about), markdown: text, ...(about['cut'] === 'yes' && { cut: true }) };
}

export function createFetchedMessage(event: FetchedEvent): Record<string, unknown> {
  if (event.type === 'fault') return { type: 'fault', text: event.message.slice(0, 500), comments: '', about: {} };
  const { reading } = event;
  if (reading.kind !== 'article') return { type: 'done', text: '', comments: '', about: { title: reading.title } };
  const { title, byline, published, language, site, markdown, isFromData, comments = '' } = reading.article;
  const about = { title, byline, published, language, site, ...(isFromData && { isFromData: 'yes' }) };
  return { type: 'done', text: markdown, comments, about };
}

export function parseFetchedEvent(message: unknown, url: string): FetchedEvent {
  const checked = check('page.event', message);
  if (!checked.ok) return { type: 'fault', message: checked.message.slice(0, 500) };
  const { type, text, about, comments } = checked.value;
  if (type === 'fault') return { type, message: text.slice(0, 500) };
  const details = readDetails(about);
  if (text === '') return { type, reading: { kind: 'empty', url, title: details.title } };
  const site = toText(about['site']);
  const isFromData = about['isFromData'] === 'yes';
  const article = {
    ...{ url, ...details, site, markdown: text },
    ...(isFromData && { isFromData }),
    ...(comments !== '' && { comments }),
  };
  return { type, reading: { kind: 'article', article } };
}

const readDetails = (about: unknown) => ({
  title: toText(getProperty(about, 'title')),
  byline: toText(getProperty(about, 'byline')),
  published: toText(getProperty(about, 'published')),
  language: toText(getProperty(about, 'language')),
});

export function parseOcrEvent(message: unknown): OcrEvent {
  const type = getProperty(message, 'type');
  const name = type === 'progress' ? 'ocr.progress' : type === 'done' ? 'ocr.done' : 'ocr.fault';
  const checked = check(name, message);
  if (!checked.ok) return { type: 'fault', fault: 'failed', message: checked.message.slice(0, 500) };
  const event: OcrEvent = checked.value;
  const result = event.type === 'done' ? event : event.type === 'progress' ? event.part : undefined;
  if (result && !isConsistent(result.reading))
    return { type: 'fault', fault: 'failed', message: 'A word of the reading isn’t in its text.' };
  return event;
}

/** Words must be within the text, in order and without overlap. */
function isConsistent({ text, words }: Reading): boolean {
  let last = 0;
  for (const { start, end } of words) {
    if (start < last || end <= start || end > text.length) return false;
    last = end;
  }
  return true;
}
