import { vi } from 'vitest';
import { passesConformance } from '../../kit/conformance-suite.ts';
import { anthropicMessages } from '../../kit/wire/anthropic.ts';

vi.setConfig({ testTimeout: 120_000 }); // a busy machine is no failure

passesConformance(anthropicMessages);
