/** Cities, rivers and regions whose names in two languages do not begin alike: Köln and Cologne. Without accents. */
const EXONYMS =
  'cologne:koln:colonia:keulen vienna:wien:vienne:viena:wenen:becs geneva:genf:geneve:ginebra:ginevra:genebra ' +
  'florence:firenze:florenz:florencia:florenca venice:venedig:venezia:venise:venecia:veneza hague:haag:haye:haya:aia ' +
  'aachen:aix:chapelle:aquisgran:aquisgrana:aken copenhagen:kobenhavn:kopenhagen ' +
  'warsaw:varsovie:varsovia:varsavia:warszawa:warschau milan:mailand athens:atenas:atene:athen:athenes ' +
  'naples:neapel:napoli:napels ghent:gent:gand:gante bruges:brugge:brujas antwerp:anvers:amberes:anversa liege:luttich:luik:lieja ' +
  'lille:rijsel gdansk:danzig wroclaw:breslau szczecin:stettin bratislava:pressburg ljubljana:laibach lviv:lemberg:lwow:leopolis ' +
  'tallinn:reval vilnius:wilna cairo:kairo:qahira:caire beijing:pekin:peking:pequim:pechino guangzhou:canton:kanton ' +
  'krakow:cracow:cracovia:cracovie:krakau basel:bale:basilea:basle ' +
  'regensburg:ratisbon:ratisbonne:ratisbona trier:treves:treviri mainz:mayence:maguncia:magonza thessaloniki:saloniki:salonica ' +
  'corfu:kerkyra crete:kreta:kriti danube:donau:danubio:dunaj:duna rhine:rhein:rhin:rin:rijn:reno thames:themse:tamise:tamesis:tamigi ' +
  'bavaria:bayern:baviera:beieren saxony:sachsen:saxe:sajonia swabia:schwaben:souabe:suabia sicily:sizilien tuscany:toskana ' +
  'burgundy:bourgogne:borgogna:borgona alps:alpen mediterranean:mittelmeer aegean:agais ' +
  'vistula:wisla:weichsel vltava:moldau elbe:labe meuse:maas:mosa scheldt:schelde:escaut ardennes:ardennen flanders:flandern:vlaanderen:flandes';

const GROUPS = new Map(
  EXONYMS.split(' ').flatMap((row) => row.split(':').map((name, _, names) => [name, names] as const)),
);

/** Names of the same place in other languages; [] for none. `word`: lower case, without accents. */
export const listExonyms = (word: string): readonly string[] => GROUPS.get(word) ?? [];
