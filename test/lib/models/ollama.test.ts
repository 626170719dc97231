import { vi } from 'vitest';
import { passesConformance } from '../../kit/conformance-suite.ts';
import { ollamaChat } from '../../kit/wire/ollama.ts';

vi.setConfig({ testTimeout: 120_000 }); // a busy machine is no failure

passesConformance(ollamaChat);
