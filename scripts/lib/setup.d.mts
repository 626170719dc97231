/** Types of setup.mjs for the tests. */
export const ROOT: string;
export const LEAST_NODE: readonly [number, number];
export function checkNode(version?: string): void;
/** Program and first arguments that run npm. */
export function npm(): readonly [string, ...string[]];
export function ensurePackages(log?: (line: string) => void): void;
export function setUp(log?: (line: string) => void): void;
