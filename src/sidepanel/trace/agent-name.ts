import { toLegibleText } from '../../lib/base/escape-invisible.ts';
import { isolateLine } from '../../lib/base/one-line.ts';

/** In characters. */
const MAX_NAME_LENGTH = 60;

/** The name is untrusted: a model may have written the manifest. */
export const formatAgentName = (name: string): string => isolateLine(toLegibleText(name), MAX_NAME_LENGTH);
