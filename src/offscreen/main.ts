/** Entry of the offscreen document: services that a worker cannot provide. */
import { connectToWorker, getLanguageModel, getTranslation } from '../chrome/browser.ts';
import { loadTokenRanks } from '../chrome/offscreen/token-ranks.ts';
import { createIdbFiles } from '../chrome/storage/files.ts';
import { createIdbVectors } from '../chrome/storage/vectors.ts';
import { getExtensionOrigin } from '../chrome/senders.ts';
import { createTokenCounter } from '../lib/models/tokens/token-counter.ts';
import { runOffscreenDocument, serveFetched } from './document.ts';
import { createDocumentModels } from './document-models.ts';
import { createFileService } from './file-service.ts';
import { createModelService } from './model-service.ts';
import { createOcrService, startOcrThread } from './ocr-service.ts';
import { servePdfs, startPdfThread } from './pdf-service.ts';
import { createProbeService } from './probe-service.ts';
import { createToolServerService } from './tool-server-service.ts';
import { raceWithAbort } from '../lib/base/async.ts';
import type { Converted, FileToConvert } from './convert-bytes.ts';

const deps = { extensionOrigin: getExtensionOrigin(), getLanguageModel, getTranslation, vectors: createIdbVectors() };
const files = createIdbFiles();
const models = createModelService(createDocumentModels(deps));
const toolServers = createToolServerService(__PRODUCT__);

runOffscreenDocument({
  connect: connectToWorker,
  close: () => window.close(),
  isNeeded: () => models.isNeeded() || toolServers.isNeeded(),
  services: {
    model: models.serve,
    probe: createProbeService({ ...deps, tokens: createTokenCounter(loadTokenRanks) }),
    pdf: (line) => servePdfs(startPdfThread, line),
    ocr: createOcrService(startOcrThread),
    page: serveFetched,
    file: createFileService({
      loadFile: (hash) => files.get(hash),
      startPdf: startPdfThread,
      convert: convertInThread,
    }),
    'tool-server': toolServers.serve,
  },
});

/** At a stretch: in a thread, so that it can be stopped. */
async function convertInThread(file: FileToConvert, signal: AbortSignal): Promise<Converted> {
  const worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module', name: 'file' });
  try {
    const end = new Promise<Converted>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Converted>) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
    worker.postMessage(file, [file.bytes.buffer]);
    return await raceWithAbort(end, signal);
  } finally {
    worker.terminate();
  }
}
