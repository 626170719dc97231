/** What the picker offers and a drop takes. What a file really is, is told by its bytes (`file-kind.ts`). */
export const FILE_EXTENSIONS: readonly string[] =
  '.pdf .docx .html .htm .xhtml .csv .tsv .md .markdown .txt .text'.split(' ');

export const FILE_TYPES: readonly string[] = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/xhtml+xml',
  'text/html',
  'text/csv',
  'text/tab-separated-values',
  'text/markdown',
  'text/plain',
];
