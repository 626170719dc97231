/** Types of panel-reader.mjs for the tests. */
export function watchPanel(): void;
export function pressSummarise(): void;
export function settled(text: string, ended: boolean): string;
export function continuation(printed: string, text: string): string;
