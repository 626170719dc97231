/**
 * Tells zod, the provider library's validator, never to compile code from strings. An extension page's policy forbids
 * that anyway, but even the guarded attempt is reported as a violation. The one rule: import this before any module
 * that builds a zod schema, since the attempt happens when a schema is built.
 */
import { config } from 'zod/v4/core';

config({ jitless: true });
