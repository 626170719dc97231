/** Entry of the offscreen document: services that a worker cannot provide. */
import { getLanguageModel } from '../chrome/language-model.ts';
import { connectToWorker } from '../chrome/worker-line.ts';
import { serveFetched } from './fetched.ts';
import { createOcrService, startOcrThread } from './ocr.ts';
import { startPdfThread, servePdfs } from './pdfs.ts';
import { servePrompts } from './prompts.ts';
import { runOffscreenDocument } from './router.ts';

runOffscreenDocument({
  connect: connectToWorker,
  close: () => window.close(),
  services: {
    prompt: (line) => servePrompts(getLanguageModel(), line),
    pdf: (line) => servePdfs(startPdfThread, line),
    ocr: createOcrService(startOcrThread),
    page: serveFetched,
  },
});
