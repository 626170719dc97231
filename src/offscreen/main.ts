/** Entry of the offscreen document: services that a worker cannot provide. */
import { connectToWorker, getLanguageModel } from '../chrome/browser.ts';
import { runOffscreenDocument, serveFetched, servePrompts } from './document.ts';
import { createOcrService, startOcrThread } from './ocr-service.ts';
import { servePdfs, startPdfThread } from './pdf-service.ts';

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
