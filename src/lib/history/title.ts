import type { RunListing } from '../agent/store/run-archive.ts';

/** The name that the user gave, or what was asked first; '' for a summary whose page is unknown. */
export function formatTitle({ name, job, title, subject, page }: RunListing & { readonly name: string }): string {
  if (name !== '') return name;
  if (job === 'summarise') return page;
  return subject === null || subject === '' ? title : `${title}: “${subject}”`;
}
