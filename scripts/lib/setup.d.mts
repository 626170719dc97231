/** Types of setup.mjs for the tests. */
export const ROOT: string;
export const LEAST_NODE: readonly [number, number];
export function checkNode(version?: string): void;
/** Program and first arguments that run npm. */
export function npm(): readonly [string, ...string[]];
/** Installs the packages of a folder (the project's own) when they are not those of its lock file. */
export function ensurePackages(log?: (line: string) => void, folder?: string): void;
export function setUp(log?: (line: string) => void): void;
