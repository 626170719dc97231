/**
 * Finds countries, cities and persons that took another's place in Chinese, Japanese and Korean, which have no capitals.
 * Countries are known by `Intl`, cities and family names by lists; other names are not told from words.
 */
import type { Finding, Pair } from './mismatch.ts';
import type { TextReading } from './reading.ts';
import { listRegions } from './same-names.ts';

const CITIES: Readonly<Record<string, string>> = {
  zh:
    '北京 上海 广州 廣州 深圳 天津 重庆 重慶 成都 武汉 武漢 杭州 南京 西安 苏州 香港 澳门 澳門 台北 高雄 青岛 大连 沈阳 哈尔滨 长沙 郑州 厦门 昆明 拉萨 ' +
    '东京 東京 大阪 京都 首尔 首爾 釜山 平壤 曼谷 河内 雅加达 马尼拉 新德里 孟买 伦敦 倫敦 巴黎 柏林 罗马 羅馬 马德里 莫斯科 基辅 维也纳 日内瓦 布鲁塞尔 华盛顿 ' +
    '華盛頓 纽约 紐約 洛杉矶 旧金山 芝加哥 波士顿 多伦多 悉尼 墨尔本 开罗 迪拜 德黑兰 耶路撒冷 伊斯坦布尔',
  ja:
    '東京 大阪 京都 名古屋 横浜 神戸 札幌 福岡 仙台 広島 長崎 沖縄 那覇 奈良 北海道 千葉 埼玉 新潟 金沢 熊本 鹿児島 静岡 北京 上海 香港 台北 ソウル 釜山 ' +
    'ロンドン パリ ベルリン ローマ マドリード モスクワ ウィーン ジュネーブ ブリュッセル ワシントン ニューヨーク ロサンゼルス シカゴ シドニー バンコク デリー カイロ ドバイ',
  ko:
    '서울 부산 대구 인천 광주 대전 울산 제주 수원 평양 도쿄 오사카 교토 베이징 상하이 홍콩 런던 파리 베를린 로마 마드리드 모스크바 제네바 워싱턴 뉴욕 시카고 ' +
    '시드니 방콕 카이로',
};

export const hasUnspacedNames = (language: string): boolean => Object.hasOwn(CITIES, language);

/** `around`: names in it are known. */
export function findOtherUnspacedNames(pair: Pair, around: TextReading): readonly Finding[] {
  return [...findOtherPlaces(pair, around), ...findOtherPersons(pair, around)];
}

interface Name {
  readonly name: string;
  readonly kind: 'country' | 'city';
  readonly at: number;
}

/** A place that only the claim names, where the evidence names another of its kind that the claim does not. */
function findOtherPlaces({ claim, evidence }: Pair, around: TextReading): readonly Finding[] {
  const [own, theirs] = [findPlaces(claim), findPlaces(evidence)];
  return own.flatMap(({ name, kind, at }): readonly Finding[] => {
    if (evidence.text.includes(name) || around.text.includes(name)) return [];
    const rival = theirs.find((other) => other.kind === kind && !claim.text.includes(other.name));
    return rival === undefined ? [] : [{ kind: 'name', claim: name, source: rival.name, at }];
  });
}

function findPlaces({ text, language }: TextReading): readonly Name[] {
  const { pattern, cities } = getPlaces(language);
  return [...text.matchAll(pattern)].map(({ 0: name, index }) => ({
    name,
    kind: cities.has(name) ? 'city' : 'country',
    at: index,
  }));
}

interface Places {
  readonly pattern: RegExp;
  readonly cities: ReadonlySet<string>;
}

const places = new Map<string, Places>();

function getPlaces(language: string): Places {
  const cached = places.get(language);
  if (cached !== undefined) return cached;
  const cities = new Set((CITIES[language] ?? '').split(' '));
  const countries = [...listRegions(language).values()].filter((name) => /^[^\s()]{2,}$/.test(name));
  const names = [...cities, ...countries].sort((a, b) => b.length - a.length); // 北京 before 京都
  const made = { pattern: new RegExp(names.join('|'), 'gu'), cities };
  places.set(language, made);
  return made;
}

/** Family names that are hardly another word. */
const CHINESE_FAMILY =
  /^[王李张張刘劉陈陳杨楊赵趙吴吳徐孙孫胡朱郭罗羅梁宋郑鄭谢謝韩韓唐冯馮董萧蕭曹袁邓鄧傅沈彭吕呂蒋蔣蔡贾賈魏薛叶葉阎潘杜戴夏姜]/u;
const JAPANESE_FAMILY =
  /^(?:佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|斉藤|清水|山崎|池田|橋本|阿部|安倍|石川|山下|中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|福田|太田|西村|藤井|岸田|石破|菅|野田|河野)/u;
const HONORIFIC =
  /^(?:氏|さん|様|君|首相|大臣|会長|社長|選手|監督|教授|議員|知事|市長|容疑者|被告|先生|女士|总统|總統|总理|教授|主席|씨|대통령|총리|장관)/u;
const MAX_PERSON = 5;

/** A person between the same characters as another. */
function findOtherPersons({ claim, evidence, toEvidence, toClaim }: Pair, around: TextReading): readonly Finding[] {
  return claim.tokens.flatMap((token, from): readonly Finding[] => {
    if (isShared(toEvidence.at, from) || (from > 0 && !isShared(toEvidence.at, from - 1))) return [];
    const to = findRunEnd(toEvidence.at, from);
    const first = from === 0 ? 0 : (toEvidence.at[from - 1] ?? 0) + 1;
    const last = findRunEnd(toClaim.at, first);
    if ((toEvidence.at[to] ?? evidence.tokens.length) !== last || last === first) return [];
    const [own, other] = [joinTokens(claim, from, to), joinTokens(evidence, first, last)];
    const isKnown = around.text.includes(own) || evidence.text.includes(own);
    if (isKnown || !isPerson(own, claim, to) || !isPerson(other, evidence, last)) return [];
    return [{ kind: 'name', claim: own, source: other, at: token.start }];
  });
}

const isShared = (at: readonly number[], index: number): boolean => (at[index] ?? -1) >= 0;

function findRunEnd(at: readonly number[], from: number): number {
  let end = from;
  while (end < at.length && !isShared(at, end)) end += 1;
  return end;
}

const joinTokens = ({ tokens }: TextReading, from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join('');

function isPerson(name: string, reading: TextReading, next: number): boolean {
  if (name.length < 2 || name.length > MAX_PERSON) return false;
  const isFamily =
    reading.language === 'ja' ? JAPANESE_FAMILY.test(name) : CHINESE_FAMILY.test(name) || JAPANESE_FAMILY.test(name);
  return isFamily || HONORIFIC.test(joinTokens(reading, next, next + 3));
}
