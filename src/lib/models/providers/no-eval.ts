/** Stops zod from compiling code (forbidden by CSP). Import before any module that builds a zod schema. */
import { config } from 'zod/v4/core';

config({ jitless: true });
