/** Before the end-to-end tests: a browser, and a store build that is not older than its sources. */
import { ensureBrowser } from '../../../scripts/lib/browser.mjs';
import { ensureBuild } from '../../../scripts/lib/build.mjs';

export default function setup(): void {
  ensureBrowser();
  ensureBuild();
  process.env['KL_PREBUILT'] = '1'; // from here on no test may build it anew under another's feet
}
