/** Tells a page that is nothing but a dialog asking for consent (to cookies and tracking). */
import { LANDMARKS } from './clean.ts';

/** In characters: longer pages have something to say. */
const MAX_TEXT = 6000;
/** Text beside the dialog that is no link, button or heading. */
const MAX_REST = 80;
const MIN_MENTIONS = 2;
const MAX_LABEL = 40;
const ACTIONS = 'button,a,[role="button"]';

const TOPIC = new RegExp(
  'cookie|consent|gdpr|privacy|personal data|personalised|personalized|' +
    'einwillig|datenschutz|consentement|confidentialité|vie privée|consentimiento|privacidad|consenso|' +
    'toestemming|privacidade|samtyck|samtykke|zgod|prywatno|soukrom|куки|файлы cookie|согласи|конфиденциальн|' +
    'ملفات تعريف الارتباط|الخصوصية|çerez|gizlilik|クッキー|プライバシー|쿠키|개인정보|隐私|隱私|कुकी|คุกกี้',
  'giu',
);
const ACCEPTING = new RegExp(
  '^(?:(?:i|yes,? i|ok,?|got it,?) )?(?:accept|agree|allow|consent|ok$|got it)|' +
    'akzeptier|zustimm|einverstanden|accepter|j.accepte|tout autoriser|aceptar|acepto|accett|acconsent|' +
    'accepteren|akkoord|aceitar|concordo|godkänn|godta|accepter|hyväksy|akceptuj|zgadzam|přijmout|souhlas|elfogad|' +
    'принять|принимаю|соглас|αποδοχή|kabul|موافق|قبول|स्वीकार|ยอมรับ|đồng ý|chấp nhận|同意|接受|許可|동의|수락',
  'iu',
);

/** `body`: a flattened copy; it is not changed. */
export function isConsentWall(body: Element): boolean {
  if (countMentions(body) < MIN_MENTIONS || body.textContent.length > MAX_TEXT) return false;
  const action = [...body.querySelectorAll(ACTIONS)].find(isAccepting);
  if (!action) return false;
  let dialog: Element = action;
  while (dialog !== body && dialog.parentElement && countMentions(dialog) < MIN_MENTIONS) dialog = dialog.parentElement;
  if (dialog === body) return true;
  const rest = body.cloneNode(true) as Element;
  findCopy(rest, dialog, body)?.remove();
  for (const el of rest.querySelectorAll(`${LANDMARKS},header,a,h1,h2,h3,h4,h5,h6`)) el.remove();
  return rest.textContent.trim().length <= MAX_REST;
}

/** The dialog may be in a frame that cannot be read. */
export const hasConsentFrame = (doc: Document): boolean =>
  doc.querySelector('iframe[id^="sp_message" i],iframe[src*="consent" i],iframe[title*="consent" i]') !== null;

function isAccepting({ textContent }: Element): boolean {
  const label = textContent.replace(/\s+/g, ' ').trim();
  return label !== '' && label.length <= MAX_LABEL && ACCEPTING.test(label);
}

const countMentions = ({ textContent }: Element): number => textContent.slice(0, MAX_TEXT).match(TOPIC)?.length ?? 0;

/** Returns what in a copy of `root` stands where `el` stands in it. */
function findCopy(copy: Element, el: Element, root: Element): Element | undefined {
  const path: number[] = [];
  for (let at = el; at !== root && at.parentElement; at = at.parentElement)
    path.unshift([...at.parentElement.children].indexOf(at));
  let found: Element | undefined = copy;
  for (const index of path) found = found?.children[index];
  return found;
}
