import { describe, expect, it } from 'vitest';
import { checkClaim } from '../../../../src/lib/pipeline/claims/check-claims.ts';

/** Source, faithful claim, turned claim, and the words of both that stand side by side. */
type Row = readonly [source: string, faithful: string, turned: string, claimSays: string, sourceSays: string];

/** A row a line, its parts set apart by ` | `. */
const ROWS: Readonly<Record<string, string>> = {
  de: `
    Die Miete stieg 2015 um 14 Prozent. | Um 14 % stieg die Miete im Jahr 2015. | Die Miete stieg 2015 um 40 Prozent. | 40 Prozent | 14 Prozent
    Das Museum ist montags nicht geöffnet. | Montags ist das Museum nicht geöffnet. | Das Museum ist montags geöffnet. | montags geöffnet | nicht geöffnet
    Alle Häuser am Hafen wurden saniert. | Am Hafen wurden alle Häuser saniert. | Einige Häuser am Hafen wurden saniert. | Einige Häuser | Alle Häuser
    Der Turm wurde am 3. Mai 2021 eröffnet. | Eröffnet wurde der Turm am 03.05.2021. | Der Turm wurde am 3. Juni 2021 eröffnet. | 3. Juni 2021 | 3. Mai 2021
    Die Brücke ist 1.234 Meter lang. | Die Brücke ist 1234 m lang. | Die Brücke ist 1.243 Meter lang. | 1.243 Meter | 1.234 Meter
    Die Zahl der Gäste sank im Winter. | Im Winter sank die Zahl der Gäste. | Die Zahl der Gäste stieg im Winter. | stieg | sank
    Das Mittel könnte Krebs verursachen. | Krebs könnte das Mittel verursachen. | Das Mittel wird Krebs verursachen. | wird Krebs | könnte Krebs
    Mindestens zwölf Schüler bestanden die Prüfung. | Die Prüfung bestanden mindestens 12 Schüler. | Höchstens zwölf Schüler bestanden die Prüfung. | Höchstens zwölf | Mindestens zwölf
    Der Zug braucht einundzwanzig Minuten bis Ulm. | Bis Ulm braucht der Zug 21 Minuten. | Der Zug braucht einundzwanzig Stunden bis Ulm. | einundzwanzig Stunden | einundzwanzig Minuten
    Die Stadt hat keine eigene Polizei. | Eine eigene Polizei hat die Stadt nicht. | Die Stadt hat eine eigene Polizei. | eine eigene Polizei | hat keine eigene
    Die Firma gehört seit Jahren Siemens. | Seit Jahren gehört die Firma Siemens. | Die Firma gehört seit Jahren Bosch. | Bosch | Siemens
    Der Preis liegt bei zwei Millionen Euro. | Bei 2 Mio. Euro liegt der Preis. | Der Preis liegt bei zwei Milliarden Euro. | zwei Milliarden Euro | zwei Millionen Euro
  `,
  fr: `
    Le prix a augmenté de 14 % en 2015. | En 2015, le prix a augmenté de 14 pour cent. | Le prix a augmenté de 40 % en 2015. | 40 % | 14 %
    Le musée n’est pas ouvert le lundi. | Le lundi, le musée n’est pas ouvert. | Le musée est ouvert le lundi. | musée | musée n
    Tous les ponts de la ville sont fermés. | Les ponts de la ville sont tous fermés. | Certains ponts de la ville sont fermés. | Certains ponts | Tous les
    La tour fut inaugurée le 3 mai 2021. | Le 3 mai 2021, la tour fut inaugurée. | La tour fut inaugurée le 3 juin 2021. | 3 juin 2021 | 3 mai 2021
    Le pont mesure 1 234 mètres. | Le pont mesure 1234 m. | Le pont mesure 1 243 mètres. | 1 243 mètres | 1 234 mètres
    La demande a baissé cette année. | Cette année, la demande a baissé. | La demande a augmenté cette année. | augmenté | baissé
    Ce produit pourrait causer des allergies. | Des allergies pourraient être causées par ce produit. | Ce produit cause des allergies. | cause | pourrait causer
    Au moins douze élèves ont réussi. | Ont réussi au moins 12 élèves. | Au plus douze élèves ont réussi. | Au plus douze | Au moins douze
    Le train met vingt minutes pour Lyon. | Pour Lyon, le train met 20 minutes. | Le train met vingt heures pour Lyon. | vingt heures | vingt minutes
    Le groupe appartient à Renault. | À Renault appartient le groupe. | Le groupe appartient à Peugeot. | Peugeot | Renault
    Aucun élève n’a quitté la salle. | La salle n’a été quittée par aucun élève. | Un élève a quitté la salle. | élève | Aucun élève
    Le quartier compte quatre-vingt-dix maisons. | Le quartier compte 90 maisons. | Le quartier compte soixante-dix maisons. | soixante-dix | quatre-vingt-dix
  `,
  es: `
    El precio subió un 14 % en 2015. | En 2015 el precio subió un 14 por ciento. | El precio subió un 40 % en 2015. | 40 % | 14 %
    El museo no está abierto los lunes. | Los lunes el museo no está abierto. | El museo está abierto los lunes. | está abierto | no está abierto
    Todos los puentes de la ciudad están cerrados. | Están cerrados todos los puentes de la ciudad. | Algunos puentes de la ciudad están cerrados. | Algunos puentes | Todos los
    La torre se inauguró el 3 de mayo de 2021. | El 3 de mayo de 2021 se inauguró la torre. | La torre se inauguró el 3 de junio de 2021. | 3 de junio de 2021 | 3 de mayo de 2021
    El puente mide 1.234 metros. | El puente mide 1234 m. | El puente mide 1.243 metros. | 1.243 metros | 1.234 metros
    La demanda aumentó este año. | Este año la demanda aumentó. | La demanda disminuyó este año. | disminuyó | aumentó
    El producto podría causar alergias. | Alergias podría causar el producto. | El producto causa alergias. | causa | podría causar
    Al menos doce alumnos aprobaron. | Aprobaron al menos 12 alumnos. | Como máximo doce alumnos aprobaron. | Como máximo doce | Al menos doce
    El tren tarda veinte minutos hasta Toledo. | Hasta Toledo el tren tarda 20 minutos. | El tren tarda veinte horas hasta Toledo. | veinte horas | veinte minutos
    La empresa pertenece a Telefónica. | A Telefónica pertenece la empresa. | La empresa pertenece a Iberdrola. | Iberdrola | Telefónica
    La obra nunca fue terminada. | Nunca fue terminada la obra. | La obra fue terminada. | fue terminada | nunca fue terminada
    La mayoría de los vecinos votó a favor. | Votó a favor la mayoría de los vecinos. | Todos los vecinos votaron a favor. | Todos los | mayoría de
  `,
  ru: `
    Цена выросла на 14 процентов в 2015 году. | В 2015 году цена выросла на 14 %. | Цена выросла на 40 процентов в 2015 году. | 40 процентов | 14 процентов
    Музей не работает по понедельникам. | По понедельникам музей не работает. | Музей работает по понедельникам. | Музей работает | не работает
    Все мосты города закрыты. | Закрыты все мосты города. | Некоторые мосты города закрыты. | Некоторые мосты | Все мосты
    Башня открыта 3 мая 2021 года. | 3 мая 2021 года открыта башня. | Башня открыта 3 июня 2021 года. | 3 июня 2021 | 3 мая 2021
    Длина моста 1 234 метра. | Длина моста 1234 м. | Длина моста 1 243 метра. | 1 243 метра | 1 234 метра
    Спрос вырос в этом году. | В этом году спрос вырос. | Спрос упал в этом году. | упал | вырос
    Препарат может вызвать аллергию. | Аллергию может вызвать препарат. | Препарат вызовет аллергию. | аллергию | может вызвать аллергию
    Поезд идёт двадцать минут. | Поезд идёт 20 минут. | Поезд идёт двадцать часов. | двадцать часов | двадцать минут
    Компания принадлежит Газпрому с прошлого года. | С прошлого года компания принадлежит Газпрому. | Компания принадлежит Лукойлу с прошлого года. | Лукойлу | Газпрому
    Не менее двенадцати учеников сдали экзамен. | Экзамен сдали не менее 12 учеников. | Не более двенадцати учеников сдали экзамен. | Не более двенадцати | Не менее двенадцати
    В городе живёт два миллиона человек. | Два миллиона человек живёт в городе. | В городе живёт два миллиарда человек. | два миллиарда | два миллиона
    Это лекарство никогда не помогает детям. | Детям это лекарство никогда не помогает. | Это лекарство помогает детям. | помогает | не помогает
  `,
  zh: `
    这座城市的房价在2015年上涨了14%。 | 2015年，这座城市的房价上涨了百分之十四。 | 这座城市的房价在2015年上涨了40%。 | 40% | 14%
    博物馆星期一不开放。 | 星期一博物馆不开放。 | 博物馆星期一开放。 | 开 | 不开
    所有的桥都关闭了。 | 桥所有的都关闭了。 | 一些桥都关闭了。 | 一些桥 | 所有的
    这座塔于2021年5月3日开放。 | 2021年五月三日，这座塔开放。 | 这座塔于2021年6月3日开放。 | 2021年6月3日 | 2021年5月3日
    大桥全长一千二百三十四米。 | 大桥全长1234米。 | 大桥全长一千二百四十三米。 | 一千二百四十三米 | 一千二百三十四米
    今年的需求下降了。 | 需求今年下降了。 | 今年的需求上升了。 | 上升 | 下降
    这种药可能导致过敏。 | 过敏可能由这种药导致。 | 这种药会导致过敏。 | 导 | 可能导
    至少12名学生通过了考试。 | 通过了考试的学生至少12名。 | 最多12名学生通过了考试。 | 最多12 | 至少12
    火车需要二十分钟。 | 火车需要20分钟。 | 火车需要二十小时。 | 二十小时 | 二十分钟
    城市人口为两千三百万。 | 城市人口为2300万。 | 城市人口为三千二百万。 | 三千二百万 | 两千三百万
    他没有参加会议。 | 会议他没有参加。 | 他参加会议。 | 参 | 没有参
    公司收入为5亿元。 | 公司的收入是5亿元。 | 公司收入为5亿美元。 | 5亿美元 | 5亿元
  `,
};

const parseRows = (text: string): readonly Row[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | ') as unknown as Row);

const check = (claim: string, source: string, language: string) =>
  checkClaim(claim, { sentences: [source], around: '' }, { known: '', language });

describe.each(Object.entries(ROWS))('claims in %s', (language, rows) => {
  it.each(parseRows(rows))('%s', (source, faithful, turned, claimSays, sourceSays) => {
    expect(check(faithful, source, language)).toEqual([]);
    const [found] = check(turned, source, language);
    expect(found).toBeDefined();
    expect(`${String(found?.claim)} | ${String(found?.source)}`).toContain(claimSays);
    expect(found?.source).toContain(sourceSays);
  });
});

/** Ways to say one thing, each faithful to each other; then what none of them is faithful to. */
const FRACTIONS: readonly (readonly [language: string, ways: readonly string[], turned: string])[] = [
  ['en', ['It fell by one third.', 'It fell by a third.', 'It fell by 33 %.'], 'It fell by two thirds.'],
  [
    'en',
    ['It lost one fifth in 2020.', 'In 2020 it lost a fifth.', 'In 2020 it lost 20 %.'],
    'It lost two fifths in 2020.',
  ],
  ['en', ['It shrank for two quarters.', 'It shrank for 2 quarters.'], 'It shrank for three quarters.'],
  ['en', ['It shrank for two consecutive quarters.', 'It shrank for two quarters.'], 'It shrank for 5 quarters.'],
  [
    'en',
    ['First 3 quarters of 2020 went well.', 'The first three quarters of 2020 went well.'],
    'First 2 quarters of 2020 went well.',
  ],
  [
    'en',
    [
      'It named two third-party vendors of 40.',
      'Of 40 it named 2 third-party vendors.',
      'Of 40 it named two outside vendors.',
    ],
    'It named 5 outside vendors of 40.',
  ],
  [
    'en',
    ['Sales fell in the third quarter of 2020.', 'In the third quarter of 2020 sales fell.'],
    'Sales fell in the fourth quarter of 2020.',
  ],
  ['pt', ['A casa tem dois quartos.', 'A casa tem 2 quartos.'], 'A casa tem 5 quartos.'],
  ['es', ['La casa tiene tres cuartos.', 'La casa tiene 3 cuartos.'], 'La casa tiene 5 cuartos.'],
  ['fr', ['La ville compte deux tiers.', 'La ville compte 2 tiers.'], 'La ville compte 5 tiers.'],
  ['nl', ['Het is drie vierde ervan.', 'Het is 3 vierde ervan.'], 'Het is 5 vierde ervan.'],
];

it.each(FRACTIONS)('in %s what may be a fraction, a count or an ordinal: %j', (language, ways, turned) => {
  for (const source of ways) {
    for (const said of ways) expect(check(said, source, language), `${said} of ${source}`).toEqual([]);
    expect(check(turned, source, language), `${turned} of ${source}`).not.toEqual([]);
  }
});
