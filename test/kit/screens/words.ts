/** Text for generated screens: words, sentences, names, figures. The one rule: nothing here is markup. */
import { type Chance, times } from './chance.ts';

const list = (words: string): readonly string[] => words.trim().split(/\s+/);

const WORDS = list(`
  the and for with from under over after before while because although however meanwhile nothing everyone several
  account answer archive argument autumn balance basket bicycle blanket border branch bridge bucket builder cabinet
  calendar candle captain carpet castle century chamber chapter circle climate clinic coast column committee compass
  concert copper corner cotton council country courage crystal current customer danger daughter decade delivery desert
  device dinner distance district doctor dozen drawer driver eagle economy editor effort engine evening example exchange
  fabric factory farmer feature festival fiction figure filter finger fishing flavour forest fortune fountain freedom
  furniture gallery garden gentle glacier government grammar granite gravity habit hammer harbour harvest history holiday
  horizon hospital hundred husband iceberg income industry insect interest island jacket journal journey judge junction
  jungle justice kettle keyboard kitchen ladder language lantern lawyer leather lecture lemon library limit liquid
  machine magazine manager marble market meadow measure medicine melody member mercury message method midnight minute
  mirror mixture moment morning mountain museum music mystery nation neighbour network notice number object ocean office
  orange orbit orchard order organ origin oxygen package painter palace paper parcel parliament partner passage patient
  pattern payment pencil pepper period phrase picture pilot planet plastic platform pocket poem policy portrait pottery
  powder present price printer prison problem product profit project promise puzzle quality quarter question quiet rabbit
  railway reason recipe record refuge region report rescue result rhythm river rocket rumour saddle sailor salary sample
  scholar science season second secret sentence service shadow shelter signal silver singer sister sketch smoke society
  soldier spirit square stable station stomach storm stranger street student subject sugar summer supper surface surprise
  symbol system table talent teacher temple theatre theory thunder ticket timber tissue tobacco tongue topic tourist
  tower traffic travel treasure tunnel twelve umbrella union valley vehicle velvet verdict version village vision visitor
  voice volume voyage wagon weather wedding weekend whisper window winter wisdom wonder worker yellow zebra
  become began borrowed brought carried changed closed counted covered crossed decided described divided drawn explained
  followed gathered happened improved judged kept learned lifted listened measured noticed opened ordered painted passed
  planted played printed promised pulled quoted raised reached refused remained repaired replied returned shared signed
  stopped studied taken taught thought travelled turned unfolded visited waited walked watched worked wrapped written
  bright broken careful cheap clever cold common deep different dry early empty exact famous foreign frequent golden
  heavy hollow honest large late local lonely long lovely modern narrow native noble ordinary pale patient plain polite
  proud quick rapid rare rough round royal rural sharp shallow short silent simple slow smooth solid strange sudden sweet
  tall thick thin tiny urgent useful usual vast warm weak wide wild wooden young
`);
const GIVEN = list(
  'Alice Bruno Clara Daniel Elena Felix Greta Hugo Irene Jakob Karin Louis Maria Nadia Oscar Paula Quentin Rosa Simon Tessa',
);
const FAMILY = list(
  'Ashworth Becker Castillo Dubois Eriksen Fontaine Garcia Hoffman Ivanova Jensen Kowalski Lindgren Moreau Novak Okafor Petrov Quinn Rossi Schmidt Tanaka',
);
const CITIES = list(
  'Amsterdam Barcelona Copenhagen Dublin Edinburgh Florence Geneva Hamburg Istanbul Kyoto Lisbon Madrid Nairobi Oslo Prague Quebec Rome Stockholm Toronto Vienna',
);
const MONTHS = list('January February March April May June July August September October November December');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const word = (chance: Chance): string => chance.one(WORDS);
export const phrase = (chance: Chance, least: number, most: number): string =>
  times(chance.number(least, most), () => word(chance)).join(' ');
export const title = (chance: Chance, words = 3): string => times(words, () => capital(word(chance))).join(' ');
export const person = (chance: Chance): string => `${chance.one(GIVEN)} ${chance.one(FAMILY)}`;
export const city = (chance: Chance): string => chance.one(CITIES);
export const date = (chance: Chance): string =>
  `${chance.number(1, 28)} ${chance.one(MONTHS)} ${chance.number(1987, 2031)}`;

/** A sentence as one reads in a newspaper, its sense aside: commas, a name, a number now and then. */
export function sentence(chance: Chance): string {
  const words = times(chance.number(6, 13), () => word(chance));
  const middle = chance.number(2, words.length - 2);
  const extra = chance.number(0, 7);
  if (extra <= 2) words.splice(middle, 1, `${words[middle]},`);
  if (extra === 3) words.splice(middle, 0, person(chance));
  if (extra === 4) words.splice(middle, 0, `in ${city(chance)}`);
  if (extra === 5) words.splice(middle, 0, String(chance.number(2, 4000)));
  if (extra === 6) words.splice(middle, 0, `(${word(chance)})`);
  return `${capital(words.join(' '))}${chance.one(['.', '.', '.', '.', '?', '!'])}`;
}

export const paragraph = (chance: Chance, sentences: number): string =>
  times(sentences, () => sentence(chance)).join(' ');

export const money = (chance: Chance): string =>
  `${chance.one(['$', '€', '£'])}${chance.number(1, 9)}${chance.one(['', `,${chance.number(100, 999)}`])}.${chance.number(10, 99)}`;
export const email = (chance: Chance): string =>
  `${person(chance).toLowerCase().replace(' ', '.')}@${word(chance)}.${chance.one(['com', 'org', 'net', 'co.uk'])}`;
export const address = (chance: Chance): string =>
  `https://www.${word(chance)}.${chance.one(['com', 'org'])}/${word(chance)}/${chance.number(10, 9999)}`;
export const phone = (chance: Chance): string =>
  `+${chance.number(1, 49)} ${chance.number(100, 999)} ${chance.number(1000, 9999)}`;
export const percent = (chance: Chance): string => `${chance.number(0, 99)}.${chance.number(0, 9)}%`;

/** Sentences with what English has not: ä, ö, ü, ß and long words. */
export const GERMAN = [
  'Über den Dächern von Köln hängt früh am Morgen dichter Nebel.',
  'Die Gebühr für größere Pakete beträgt künftig zwölf Euro.',
  'Müller weiß, dass die Straßenbahn heute später fährt.',
  'Das Wirtschaftsministerium veröffentlichte gestern die Zahlen für März.',
  'Für Rückfragen stehen wir Ihnen täglich von 9 bis 17 Uhr zur Verfügung.',
  'Ein Großteil der Schülerinnen übt jede Woche fünf Stunden Geige.',
  'Bitte prüfen Sie vor dem Absenden alle Einträge auf Vollständigkeit.',
  'Außerdem müssen die Türen während der Fahrt geschlossen bleiben.',
  'Höhere Löhne führen nicht zwangsläufig zu höheren Preisen.',
  'Der Bürgermeister eröffnete das Museum für Möbelgeschichte.',
] as const;
export const CHINESE = [
  '城市图书馆从下个月起每天开放到晚上十点。',
  '老桥已经关闭，行人可以从新建的隧道通过。',
  '科学家在湖底发现了一种以前没有记录过的贝壳。',
  '请在离开之前检查门窗是否关好。',
  '这家工厂去年生产的自行车比前年多了三成。',
  '天气预报说，明天下午北部山区会有小雨。',
  '会议决定把预算的一半用于修理学校的屋顶。',
  '她每天早上沿着河边跑步，然后去市场买菜。',
  '博物馆的新展览介绍了古代商人走过的道路。',
  '医生建议病人多喝水，并且按时休息。',
  '火车晚点了二十分钟，许多旅客错过了换乘。',
  '我们收到的回答很清楚：合同仍然有效。',
  '孩子们在院子里种了苹果树和玉米。',
  '这本书解释了语言怎样随着时间变化。',
  '报告指出，地下水的质量没有明显下降。',
  '如果遇到问题，请与客户服务中心联系。',
] as const;
export const CHINESE_AND_ENGLISH = [
  '请先安装 Chrome 浏览器，然后打开设置页面。',
  '我们在 {} 的办公室有 {n} 名员工。',
  '文件大小不能超过 {n} MB，格式为 PDF 或者 PNG。',
  '航班从 {} 出发，飞行 {n} 公里后降落。',
  '订单号是 {n}，请在 Email 中写明。',
  '新的 API 每秒可以处理 {n} 个请求。',
  '他在 {} 大学学习 Computer Science 专业。',
  '按 Ctrl 和 Enter 键可以发送消息。',
] as const;
