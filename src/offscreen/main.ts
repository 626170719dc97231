/** The offscreen document's entry: what a worker cannot do, as tasks by name. */
import { languageModel } from '../chrome/language-model.ts';
import { connectToWorker } from '../chrome/worker-line.ts';
import { serveFetched } from './fetched.ts';
import { ocrService, ocrThread } from './ocr.ts';
import { pdfThread, servePdfs } from './pdfs.ts';
import { servePrompts } from './prompts.ts';
import { runDocument } from './router.ts';

runDocument({
  connect: connectToWorker,
  close: () => window.close(),
  services: {
    prompt: (line) => servePrompts(languageModel(), line),
    pdf: (line) => servePdfs(pdfThread, line),
    ocr: ocrService(ocrThread),
    page: serveFetched,
  },
});
