/** Tells a page that is nothing but a dialog asking for consent (to cookies and tracking). */
import { LANDMARKS } from './clean.ts';

/** In characters: longer pages have something to say. Below, Chinese and its like count three times. */
const MAX_TEXT = 6000;
/** Text beside the dialog that is no link, button or heading. */
const MAX_REST = 80;
/** Text of a dialog for each mention of its topic. */
const MAX_PER_MENTION = 500;
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
  if (body.textContent.length > MAX_TEXT || countMentions(body) < MIN_MENTIONS) return false;
  const page = body.cloneNode(true) as Element;
  for (const el of page.querySelectorAll(AROUND)) if (!findAccepting(el)) el.remove();
  const action = findAccepting(page);
  if (!action || countMentions(page) < MIN_MENTIONS) return false;
  let dialog: Element = action;
  while (dialog.parentElement && countMentions(dialog) < MIN_MENTIONS) dialog = dialog.parentElement;
  if (measureText(dialog) > MAX_PER_MENTION * countMentions(dialog)) return false;
  if (dialog === page) return true;
  dialog.remove();
  for (const el of page.querySelectorAll(`${LANDMARKS},a,h1,h2,h3,h4,h5,h6`)) el.remove();
  return measureText(page) <= MAX_REST;
}

const AROUND = 'nav,header,footer,[role="navigation"],[role="banner"],[role="contentinfo"]';

const findAccepting = (el: Element): Element | undefined => [...el.querySelectorAll(ACTIONS)].find(isAccepting);

/** The dialog may be in a frame that cannot be read. */
export const hasConsentFrame = (doc: Document): boolean =>
  doc.querySelector('iframe[id^="sp_message" i],iframe[src*="consent" i],iframe[title*="consent" i]') !== null;

function isAccepting({ textContent }: Element): boolean {
  const label = textContent.replace(/\s+/g, ' ').trim();
  return label !== '' && label.length <= MAX_LABEL && ACCEPTING.test(label);
}

const countMentions = ({ textContent }: Element): number => textContent.match(TOPIC)?.length ?? 0;

function measureText({ textContent }: Element): number {
  const text = textContent.replace(/\s+/g, ' ').trim();
  return text.length + 2 * (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0);
}
