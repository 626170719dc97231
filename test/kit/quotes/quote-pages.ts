/** Pages to quote: the golden ones, short ones in other languages, and those of the development data where it is present. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA } from '../../bench/long-text.ts';
import { golden, goldenNames, PAGES } from '../pages/site.ts';

export interface QuotePage {
  readonly markdown: string;
  readonly language: string;
}

const WRITTEN: Readonly<Record<string, string>> = {
  en: `# The bridge over the Holm

The bridge opened on 3 May 1908, after years of rain, and it carries 1,250 cars a day. It does not carry lorries. However, the Polish engineer who built it never called it finished. Is the bridge safe? The council's tests found a load of 12.5 t and a sway of 4 mm. Nobody was hurt in the storm of 1953. The water rose by 2.4 m — more than ever before — and fell again. Repairs cost €3.2 million, or 15 % of the town's budget. The US Army repaired it at 5 °C.

## The lamps

The lamps use 40 W each, well below the old 100 W. They may be changed in March, but only by the town. Many people like the new light, although some miss the old one. Would you walk there at night? Few people do. The lamps are cheap, they are bright, and they last for ten years. The painters are paid by the hour.`,
  vi: `# Cầu qua sông

Cây cầu mở cửa vào năm 1908, sau nhiều năm mưa, và mỗi ngày có 1.250 xe đi qua. Cầu không cho xe tải đi. Tuy nhiên, người kỹ sư chưa bao giờ gọi nó là xong. Cây cầu có an toàn không? Hội đồng thành phố đã kiểm tra tải trọng 12,5 tấn. Nước dâng cao 2,4 m trong cơn bão. Má bán cá ở chợ, mạ thì cấy lúa ngoài đồng. Chi phí sửa chữa là 15 % ngân sách của thị trấn. Nhiều người thích ánh sáng mới.`,
  th: `# สะพานข้ามแม่น้ำ

สะพานเปิดใช้เมื่อปี 1908 และมีรถวิ่งผ่านวันละ 1,250 คัน สะพานไม่อนุญาตให้รถบรรทุกผ่าน แต่คนเดินได้ทุกวัน น้ำเพิ่มขึ้น 2.4 เมตรในคืนที่มีพายุ คนงานจำนวนมากทำงานทั้งคืน สะพานปลอดภัยหรือไม่? เมืองจ่ายค่าซ่อมร้อยละ 15 ของงบประมาณ คนชอบแสงไฟใหม่และถ่ายรูปทุกเย็น`,
  hi: `# नदी पर पुल

पुल 1908 में खुला और रोज़ 1,250 गाड़ियाँ इस पर चलती हैं। पुल पर ट्रक नहीं चलते। लेकिन इंजीनियर ने इसे कभी पूरा नहीं कहा। क्या पुल सुरक्षित है? परिषद ने 12.5 टन का भार जाँचा। तूफ़ान में पानी 2.4 मीटर बढ़ा। मरम्मत पर नगर के बजट का 15 % ख़र्च हुआ। लोग नई रोशनी को पसंद करते हैं।`,
  fa: `# پل روی رودخانه

پل در سال ۱۹۰۸ باز شد و هر روز ۱۲۵۰ خودرو از آن می‌گذرند. کامیون‌ها از پل نمی‌گذرند. اما مهندس هرگز آن را تمام‌شده ننامید. آیا پل ایمن است؟ شورا بار ۱۲٫۵ تن را آزمایش کرد. آب در توفان ۲٫۴ متر بالا آمد. مردم روشنایی تازه را دوست دارند و شب‌ها آنجا راه می‌روند.`,
  ru: `# Мост через реку

Мост открыли в мае 1908 года, после долгих дождей, и за день по нему проезжает 1250 машин. Грузовики по нему не ездят. Однако инженер никогда не называл его готовым. Безопасен ли мост? Совет проверил нагрузку в 12,5 т. Вода поднялась на 2,4 м — выше прежнего — и снова спала. Ремонт стоил 15 % бюджета города. Многие любят новый свет, хотя некоторые скучают по старому.`,
  el: `# Η γέφυρα

Η γέφυρα άνοιξε το 1908, μετά από χρόνια βροχής, και περνούν 1.250 αυτοκίνητα την ημέρα. Τα φορτηγά δεν περνούν. Όμως ο μηχανικός ποτέ δεν την είπε έτοιμη. Είναι ασφαλής η γέφυρα; Το συμβούλιο μέτρησε φορτίο 12,5 τόνων. Το νερό ανέβηκε 2,4 μέτρα. Οι επισκευές κόστισαν 15 % του προϋπολογισμού. Πολλοί αγαπούν το νέο φως.`,
  es: `# El puente sobre el río

El puente se abrió en mayo de 1908, tras años de lluvia, y lo cruzan 1.250 coches al día. No pasan camiones. Sin embargo, el ingeniero nunca lo dio por terminado. ¿Es seguro el puente? El consejo midió una carga de 12,5 t. El agua subió 2,4 m —más que nunca— y volvió a bajar. La reparación costó el 15 % del presupuesto. Muchos quieren la luz nueva, aunque algunos añoran la vieja.`,
  fr: `# Le pont sur la rivière

Le pont a ouvert en mai 1908, après des années de pluie, et 1 250 voitures l’empruntent chaque jour. Les camions n’y passent pas. Cependant, l’ingénieur ne l’a jamais dit achevé. Le pont est-il sûr ? Le conseil a mesuré une charge de 12,5 t. « L’eau est montée de 2,4 m », dit le maire. La réparation a coûté 15 % du budget. Beaucoup aiment la nouvelle lumière, mais certains regrettent l’ancienne.`,
  it: `# Il ponte sul fiume

Il ponte fu aperto nel maggio 1908, dopo anni di pioggia, e lo attraversano 1.250 auto al giorno. I camion non passano. Tuttavia l’ingegnere non lo disse mai finito. È sicuro il ponte? Il consiglio misurò un carico di 12,5 t. L’acqua salì di 2,4 m. La riparazione costò il 15 % del bilancio. Molti amano la nuova luce, ma alcuni rimpiangono la vecchia.`,
  pt: `# A ponte sobre o rio

A ponte abriu em maio de 1908, após anos de chuva, e passam 1.250 carros por dia. Os caminhões não passam. No entanto, o engenheiro nunca a deu por pronta. A ponte é segura? O conselho mediu uma carga de 12,5 t. A água subiu 2,4 m. A obra custou 15 % do orçamento. Muitos gostam da luz nova, mas alguns têm saudade da antiga.`,
  pl: `# Most nad rzeką

Most otwarto w maju 1908 roku, po latach deszczu, i jeździ nim 1250 aut dziennie. Ciężarówki nie jeżdżą. Jednak inżynier nigdy nie uznał go za gotowy. Czy most jest bezpieczny? Rada zmierzyła obciążenie 12,5 t. Woda podniosła się o 2,4 m – wyżej niż kiedykolwiek – i opadła. Naprawa kosztowała 15 % budżetu. Wielu lubi nowe światło.`,
  ko: `# 강 위의 다리

다리는 1908년 5월에 열렸고 하루에 자동차 1,250대가 지나간다. 트럭은 지나가지 못한다. 그러나 기술자는 다리가 끝났다고 말한 적이 없다. 다리는 안전한가? 시의회는 12.5톤의 하중을 쟀다. 폭풍 때 물이 2.4미터 올랐다. 수리비는 시 예산의 15 %였다. 많은 사람이 새 불빛을 좋아한다.`,
  he: `# הגשר מעל הנהר

הגשר נפתח בשנת 1908, אחרי שנים של גשם, ועוברות בו 1,250 מכוניות ביום. משאיות לא עוברות. אולם המהנדס מעולם לא קרא לו גמור. האם הגשר בטוח? המועצה מדדה עומס של 12.5 טון. המים עלו ב-2.4 מטר. התיקון עלה 15 % מהתקציב. רבים אוהבים את האור החדש.`,
  zh: `# 河上的桥

这座桥于1908年5月通车，每天有1,250辆汽车经过。卡车不能通行。但是工程师（来自波兰）从未说它完工了。这座桥安全吗？市议会测得载重12.5吨。暴雨中水位上涨了2.4米。维修费占全市预算的15%。许多人喜欢新的灯光，晚上常来散步。`,
};

const readGolden = (): readonly QuotePage[] =>
  goldenNames().map((name) => ({
    markdown: readFileSync(join(PAGES, name, 'expected.md'), 'utf8'),
    language: golden(name).language,
  }));

interface SquadFile {
  readonly data: readonly { readonly title: string; readonly paragraphs: readonly { readonly context: string }[] }[];
}

/** At most so many real pages: reading all of them would take longer than quoting them. */
const MAX_REAL = 60;

function readReal(): readonly QuotePage[] {
  const truths = new URL('pages-dev/ground-truth/', DATA);
  if (!existsSync(truths)) return [];
  const pages = readdirSync(truths)
    .map((file) => JSON.parse(readFileSync(new URL(file, truths), 'utf8')) as { main_content?: string })
    .map(({ main_content: text = '' }) => ({ markdown: text.slice(0, 20_000), language: '' }))
    .filter(({ markdown }) => markdown.length > 1000);
  const articles = ['en', 'de', 'zh'].flatMap((language) => {
    const { data } = JSON.parse(readFileSync(new URL(`qa-dev/xquad.${language}.json`, DATA), 'utf8')) as SquadFile;
    return data.map(({ title, paragraphs }) => ({
      markdown: [`# ${title.replaceAll('_', ' ')}`, ...paragraphs.map(({ context }) => context)].join('\n\n'),
      language,
    }));
  });
  return [...pages.filter((_, i) => i % Math.ceil(pages.length / MAX_REAL) === 0), ...articles];
}

export function listQuotePages(kind: 'own' | 'all'): readonly QuotePage[] {
  const written = Object.entries(WRITTEN).map(([language, markdown]) => ({ language, markdown }));
  return [...readGolden(), ...written, ...(kind === 'all' ? readReal() : [])];
}
