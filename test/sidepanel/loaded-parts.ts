/** The panel's lazy parts, loaded before the tests begin, as they are soon after its first frame. */
import {
  agentsPart,
  connectPart,
  historyPart,
  runPart,
  tabPickerPart,
  translatePart,
  unreadPart,
} from '../../src/sidepanel/lazy-parts.ts';

await Promise.all(
  [runPart, historyPart, agentsPart, connectPart, tabPickerPart, translatePart, unreadPart].map((part) => part.load()),
);
