/** Types of build.mjs for the tests. */
export const STORE_BUILD: string;
export function isBuilt(): boolean;
export function ensureBuild(log?: (line: string) => void): void;
