/** The panel's lazy parts, loaded before the tests begin, as they are soon after its first frame. */
import {
  agentsPart,
  attachmentsPart,
  connectPart,
  historyPart,
  runPart,
  serverPart,
  tabPickerPart,
  translatePart,
  troublePart,
  unreadPart,
  webPart,
} from '../../../src/sidepanel/lazy-parts.ts';
import { mathPart } from '../../../src/sidepanel/math/formula-view.tsx';

await Promise.all(
  [
    runPart,
    historyPart,
    agentsPart,
    attachmentsPart,
    connectPart,
    serverPart,
    tabPickerPart,
    translatePart,
    troublePart,
    unreadPart,
    webPart,
    mathPart,
  ].map((part) => part.load()),
);
