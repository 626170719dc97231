/**
 * Stops zod, the provider library's validator, from compiling code from strings. An extension page's policy forbids it,
 * and even the guarded attempt is reported as a violation. Import this before any module that builds a zod schema,
 * since the attempt happens then.
 */
import { config } from 'zod/v4/core';

config({ jitless: true });
