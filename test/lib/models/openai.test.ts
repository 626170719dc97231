import { vi } from 'vitest';
import { passesConformance, readsRecordedStreams } from '../../kit/conformance-suite.ts';
import { openAIResponses } from '../../kit/wire/openai.ts';

vi.setConfig({ testTimeout: 120_000 }); // a busy machine is no failure

passesConformance(openAIResponses);
readsRecordedStreams(openAIResponses);
