import type { JobName } from './spec.ts';

/** Whether the tab's page is not asked about at all. */
export const isPageless = (job: JobName): boolean => job === 'research' || job === 'chat';
