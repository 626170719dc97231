import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { passesConformance } from '../../kit/conformance-suite.ts';
import { gemini } from '../../kit/wire/google.ts';

vi.setConfig({ testTimeout: 120_000 }); // a busy machine is no failure

passesConformance(gemini);
