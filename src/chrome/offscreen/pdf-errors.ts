import type { UserError } from '../../lib/base/errors.ts';
import type { FetchFailure } from '../../lib/pipeline/pdf/held.ts';
import type { PdfFault } from '../../lib/protocol/pdf-schemas.ts';

export const PDF_TIMEOUT_ERROR: UserError = {
  code: 'page.timeout',
  message: 'Reading the PDF took too long.',
  hint: 'Try again. If it is very large, open a part of it, such as one chapter.',
};

export const PDF_GONE_ERROR: UserError = {
  code: 'page.gone',
  message: 'The tab was closed or moved on before its PDF could be read.',
  hint: 'Open the PDF again and ask anew.',
};

export const FILE_ACCESS_ERROR: UserError = {
  code: 'page.no-file-access',
  message: 'Chrome lets KnowledgeLens see this file, but not read it from disk.',
  hint: 'At chrome://extensions, in the details of KnowledgeLens, allow access to file URLs and to all sites. Then reload the file.',
};

export function createPdfFetchError(why: FetchFailure, message: string): UserError {
  switch (why) {
    case 'not-pdf':
      return {
        code: 'page.pdf-gone',
        message: 'The server no longer sends the PDF that this tab shows.',
        hint: 'Reload the tab. If you have to sign in first, do so and try again.',
      };
    case 'too-large':
      return {
        code: 'page.too-large',
        message: 'This PDF is larger than 50 MB, more than KnowledgeLens reads at once.',
        hint: 'Open a part of it, such as one chapter, and ask about that.',
      };
    case 'timeout':
      return PDF_TIMEOUT_ERROR;
    case 'failed':
      return {
        code: 'page.pdf-gone',
        message: `The PDF could not be fetched${message === '' ? '' : `: ${message}`}.`,
        hint: 'Reload the tab and try again.',
      };
  }
}

export function createPdfReadError(fault: PdfFault, message: string): UserError {
  switch (fault) {
    case 'locked':
      return {
        code: 'page.pdf-locked',
        message: 'This PDF is protected by a password, which KnowledgeLens does not ask for.',
        hint: 'Save a copy without the password (print it to a PDF, for instance) and open that.',
      };
    case 'broken':
      return {
        code: 'page.pdf-broken',
        message: 'This PDF is damaged or was not loaded to its end.',
        hint: 'Reload the tab, or download the file anew and open that.',
      };
    case 'scan':
      return {
        code: 'page.pdf-scan',
        message: 'This PDF has no text, only pictures such as scanned pages. Text in pictures is not read yet.',
        hint: 'Have a program recognise its text (OCR) and open the copy, or look for a version with text.',
      };
    case 'failed':
      return {
        code: 'page.unreadable',
        message: `The PDF could not be read: ${message}`,
        hint: 'Reload the tab and try again.',
      };
  }
}
