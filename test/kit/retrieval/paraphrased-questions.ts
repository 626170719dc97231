/**
 * Questions to paragraphs of XQuAD in other words than theirs, and what a model might offer for each: other queries. Both by
 * hand. The two rules: of the sentence that answers it, a question has next to no words but names; the other queries are
 * written from the question alone, with next to none of the answer's words.
 */

export interface ParaphrasedQuestion {
  /** Of the question that it stands for. */
  readonly id: string;
  readonly query: string;
  readonly others: readonly string[];
}

export const readParaphrases = (lines: string): readonly ParaphrasedQuestion[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [id = '', query = '', others = ''] = line.split(' | ');
      return { id, query, others: others.split('; ') };
    });

export const PARAPHRASED: readonly ParaphrasedQuestion[] = readParaphrases(`
56beb4343aeaaa14008c925b | How much did opposing teams score against Carolina? | points allowed by the Panthers defense; points the defense gave up; Panthers points conceded
56beb86b3aeaaa14008c92be | Which veteran passer used to be the most aged to appear in the final? | oldest quarterback to play in a Super Bowl; previous record holder age quarterback Super Bowl; past record oldest quarterback
56beb7953aeaaa14008c92af | How little of the match was left at the decisive steal of the throw? | seconds left on the clock when the pass was intercepted; interception time remaining game; intercepting a pass with seconds to go
57339c16d058e614000b5ec7 | During which period were plays staged outdoors in the warm months in the Polish capital? | Summer Theatre Warsaw years in operation; Warsaw summer theatre from to; open-air theatre Warsaw dates
5733a32bd058e614000b5f36 | Why was the football club demoted? | relegated from the top flight because of; team relegation reason; club dropped to a lower league
57338007d058e614000b5bdb | How many people lived in the Polish capital at the start of the last century? | population of Warsaw 1900 census; Warsaw inhabitants early 20th century; number of inhabitants Warsaw census
56de0f6a4396321400ee257f | Whom did the knights from northern France fight above all in the east? | Normans fighting against; Norman enemies in the East; Norman mercenaries fought
56dfa0d84a1a83140091ebb9 | What sort of lodging did the inventor call home? | where the inventor lived; residence house apartment; lived most of his life
56dfa0d84a1a83140091ebba | How do films and novels picture the inventor? | reputation in popular culture; image of the inventor in popular culture; portrayal in films and fiction
56dfb5777aa994140058e021 | Whose money backed his first business once he had quit his boss? | businessmen who agreed to finance his company; partners and investors of his first company; company founded after leaving his employer
56e181d9e3433e1400422fa1 | Which symbols are inputs normally written with? | input alphabet symbols; strings over an alphabet; encoding of the input
56e7788200c9c71400d77182 | When did pupils assault the staff most often? | attacks on teachers all-time high; violence against teachers in schools peak years; teachers attacked record
56e7788200c9c71400d77181 | Is the workforce in Cardiff classrooms getting older? | average age of teachers in Wales; Welsh teachers younger; age of school teachers Wales trend
56e77cee00c9c71400d771aa | Over whose existence do Hindu sages have power? | guru control over lives of followers; spiritual teacher Hinduism followers; Hindu guru influence
56f84485aef2371900625f73 | What should the communion rite be regarded as, in the reformer’s opinion? | Luther view of the mass; how the mass should be received; Luther on the Eucharist sacrifice
56f8720eaef2371900626090 | For what were the two put to death by Rome? | executed by the Roman Catholic Church; martyrs of the Reformation execution reason; put to death by the Catholic Church for their views
5706074552bb8914006897d6 | How big are both conurbations near Hollywood at least? | metropolitan areas Southern California exceed population million; Greater Los Angeles population; extended metropolitan areas population
5706143575f01819005e7953 | Which ice hockey club shares the area with Anaheim’s? | NHL teams Southern California; hockey team beside the Anaheim Ducks; NHL club
570967c4ed30961900e840bb | Which spacecraft carried the broadcaster’s new programmes at first? | satellite used at launch of the digital service; television satellite launched; satellite broadcast new channels
57097c8fed30961900e841f5 | How did officials try to find out whether mothers lived with a partner? | benefits agency checking claimants; single mother wrongly claiming living alone; government agency benefits subscription man in household
570d2f5bfed7b91900d45cd1 | Who may change the basic law of Melbourne’s state? | constitution of Victoria amended by; who can amend the constitution; amendment of the Victorian constitution
570d47b8b3d812140066d62d | How far apart are the tracks around Melbourne? | rail gauge Victoria mm; Victorian railway lines gauge; track width railways Victoria
5710eca0a58dae1900cd6b3c | Where did the refugees from France end up living overseas instead? | Huguenots settled in the colony; Huguenot refugees land grant America; where French Protestants settled
57111713a58dae1900cd6c01 | How did the French exiles become part of local society? | assimilation of Huguenots; intermarriage of Huguenots in North America; Huguenot settlers adapted
57111713a58dae1900cd6c02 | Which heir of the exiles made explosives? | Huguenot descendant gunpowder manufacturer; descendants of Huguenots arms maker; gunpowder mills family
57114667a58dae1900cd6d81 | Since when can one plot how well the boiler-driven machine works? | instrument for steam engine performance first used; diagram of steam engine performance; steam engine measuring instrument early use
57115bf350c2381900b54a93 | Who builds up-to-date versions of these old machines in Scandinavia? | company in Sweden modern steam engine materials; Swedish company steam power; modern reciprocating steam engine company Sweden
572651f9f1498d1400e8dbf0 | How frequently do Europeans vote for their deputies? | elections to the European Parliament take place; term of the European Parliament; EU Parliament voting interval
5726a299dd62a815002e8b9e | Did the founding papers of the union safeguard civil liberties? | original treaties European Union protection for fundamental rights; treaties mention human rights; fundamental rights EU treaties
5729feaf6aef05140015518a | What happens on the land once the jungle has been cut? | deforested land used for; land use after deforestation of the rainforest; cleared forest turned into farmland pasture
5729feaf6aef05140015518b | How does the country compare in growing a certain bean? | soybean production world ranking; largest producers of soybeans; soybean exporter rank
572a020f6aef05140015519a | Why might felling the jungle heat up the planet? | deforestation carbon release global warming; rainforest deforestation climate change; destruction of the forest global warming
57268da7f1498d1400e8e39c | Why do these sea creatures hardly ever leave traces in stone? | rare as fossils; soft bodies seldom fossilised; why fossils of jellyfish are rare
5725c91e38643c19005accee | What did the oldest known comb jellies lack? | earliest ctenophore fossils features; oldest fossils of ctenophores; Cambrian ctenophores differ from modern forms
5725f00938643c19005aced7 | Which rich man gave the avenue its name? | boulevard named after an entrepreneur; street named after a millionaire; road name origin businessman
5725f00938643c19005aced8 | What grows along the avenue? | trees along the boulevard; boulevard lined with trees; plants lining the road
5725fcbe271a42140099d3ae | What do locals call the highway to the mountains and the lake? | freeway name to lake and mountains; state route also called freeway; highway nickname
5726414e271a42140099d7e5 | What was the point of linking the campuses’ computers? | computer network between universities formed to; networking universities purpose; why university computer networking was created
57264f18f1498d1400e8dbb1 | Where did ships first bring the sickness to the continent? | plague entered Europe through the port; Black Death arrival port; first ships brought plague to Europe
57265642f1498d1400e8dc68 | How many Parisians fell victim to the epidemic that year? | people died of the plague in Paris; plague deaths in Paris; Paris epidemic death toll
57264f18f1498d1400e8dbae | What are twigs on the germ’s family tree called? | branches of the bacterium family tree; genetic branches lineage pathogen; phylogenetic branches of the genome
572669a9dd62a815002e8416 | Which rule uses petrified remains to order layers? | principle fossils relative age of rock layers; fossils in sedimentary rocks dating; biostratigraphy fossils order of strata
572683f95951b619008f7528 | Who explained why the ground shakes? | explanations for the origins of earthquakes; cause of earthquakes theory scholar; earthquakes proposed explanation
572671e55951b619008f72d8 | Since when could townsfolk shop under a roof? | covered market opened; first indoor market; market hall opening year
572671e55951b619008f72d9 | How many people were at the feast when the hall was inaugurated? | opening celebrated with a grand dinner attended by guests; market opening dinner guests; guests at the celebration dinner
57268a8fdd62a815002e88d1 | What did the monarch inaugurate in the city? | opened by the Queen; Queen Elizabeth opened; inaugurated by the monarch
5726bf325951b619008f7d00 | Since when has porcelain from Beijing had a hall of its own? | gallery of Chinese art opened; Chinese ceramics gallery opening year; gallery devoted to China museum
5726f1ec708984140094d6aa | How many people protested on the internet that the violins were locked away? | online petition names musical instruments gallery closed; petition signatures gallery closure; musical instruments gallery closing petition
5726f1ec708984140094d6ab | Who got the harps and lutes to show them? | musical instruments loaned to another museum; museum receiving loans of instruments; instruments on loan exhibition
572735a15951b619008f86bf | Which agency drew the channel’s plain new look? | network graphic identity designed by; channel logo redesign; minimalist logo design agency
572743fb708984140094db93 | When was black and white finally abandoned by the channel? | transition to color television; channel switched to color broadcasting; color programming completed
5726acc1f1498d1400e8e6cd | Where was the future conqueror beaten by his former friend? | battle lost to his former friend; defeated by rival in battle; khan defeated by rival
57273dccdd62a815002e99fc | Under which heir did the realm grow fastest? | successor expansion of the empire peak; empire expanded fastest under; heir conquest speed of expansion
5726ddf6f1498d1400e8ee08 | Who described how to make brine fit for a thirsty man? | distillation of sea water; drinking water from sea water; desalination of salt water described
5726ea985951b619008f8262 | Where are those who review prescriptions usually employed? | pharmacists medication review workplace; consultant pharmacist employment; pharmacists who review drugs work in
572a03086aef0514001551a2 | Which medicines against swelling work best? | most powerful anti-inflammatory drugs; drugs to control inflammation; strongest anti-inflammatory medication
572a07fc6aef0514001551dd | Which fish have no chin bones? | jawless fish; primitive jawless vertebrates; vertebrates without jaws
5728202c4b864d19001644ec | What is it called if people try to topple their rulers without obeying? | attempt to overthrow a government; revolution by civil disobedience; overthrow of rulers term
5728eb1a3acd2414000e01c8 | Who wants no state at all? | people who reject any government; opponents of government in general; against the existence of government
57273e50dd62a815002e9a03 | Which periodical do builders read? | trade magazine for the construction industry; construction industry magazine; building trade journal
57274e0d708984140094dbe7 | How do builders who do everything themselves advertise? | firms integrating design and construction; design build contractor offers; integrated construction company project
57274beff1498d1400e8f5e4 | What are places of learning run by citizens called in Delhi? | private schools in India are called; India private school term; unaided schools India
57275409708984140094dc37 | How costly are the places once kept for the rich minority, compared with the rest? | fees at formerly white schools; school fees formerly reserved for white children; cost of former white schools
57280f0d3acd2414000df35c | Which relative travels with the time traveller? | family of the Doctor; Doctor relative companion granddaughter; grandchild of the Doctor
57281a952ca10214002d9dea | Who composed most of the tunes in the early years? | most frequent musical contributor; composer incidental music score first years; wrote music for the series composer
57284d484b864d1900164901 | Which architect was hired to plan the grounds anew? | campus master plan architect; architect contracted for campus design; university master plan
57286951ff5b5019007da20e | Which head of a software giant studied there? | Microsoft CEO alumni university; alumni business CEO; notable alumni Microsoft
572881d34b864d1900164a5c | When was the clinic for foreign cures set up at the Mongol court? | Western medicine office founded; Western medicine at the Yuan court; foreign physicians institution founded China
57290ee2af94a219006aa000 | Which post did the rival get in the deal to share power? | coalition agreement post for opposition leader; power sharing agreement role; coalition government office of the rival
572920d73f37b31900478055 | What jobs do kids have there mostly? | working children sectors; child labour type of work; employment of children
572920d73f37b31900478058 | Why do boys and girls have to earn money? | causes of child labour; reasons for child labor; why children work
57293e221d046914007791d7 | How much of the heating up is the fault of one gas? | CO2 share of the greenhouse effect; carbon dioxide responsible for warming; proportion of warming due to carbon dioxide
57294209af94a219006aa203 | Which sports gear is the temperature curve named after? | temperature reconstruction graph nickname; temperature graph referred to as; climate temperature curve name
5729582b1d046914007792e4 | How many families do the green parts of plant cells fall into? | chloroplast lineages; number of chloroplast lineages; groups of chloroplasts
57296f293f37b319004783a4 | What is the slow way to check that nothing divides a figure? | slow method to test whether a number is prime; primality test; verifying primality of a number
572ff673b2c2fd140056866a | Where does the river split up in Holland? | Rhine delta Netherlands begins; river divides into branches in the Netherlands; river delta start
572fffb404bcaa1900d76fef | When did it get milder after the great cold? | Europe began to warm up; warming after the last ice age; end of the glacial period
572fadcbb2c2fd140056832b | Did the first try at self-rule in Edinburgh succeed? | Scottish devolution referendum result; Scotland assembly vote outcome; devolved Scottish assembly
572fc6f204bcaa1900d76cf5 | Where do the deputies in Edinburgh get most of their tasks done? | work of the Scottish Parliament; members of the Scottish Parliament work done in; Scottish parliament business
572ffee1947a6a140053cf14 | Which subjects did the poet take at college abroad? | poet studied abroad; university studies of the poet; fields of study of the poet
573093598ab72b1400f9c5b0 | Which television serial impressed people behind the Iron Curtain? | American television show in communist Eastern Europe; Western TV series during the cold war; foreign show changed expectations
57308f6b8ab72b1400f9c582 | What did Europeans think of Asia’s worth? | Western view of the East; West saw the Orient as; European attitudes to Asian people
57309921396df919000961f8 | Why did fellow undergraduates give them that nickname? | origin of the nickname of the students; students mocked by other students name; student group called by
5730b2ac2461fd1900a9cfb5 | What do believers sip in church in place of wine? | Holy Communion without wine; drink used in the sacrament of communion; alcohol-free communion
5733d68ed058e614000b637f | By how much did London’s colonists exceed those of Paris? | British settlers outnumbered the French; ratio of British to French settlers; colonial population British and French
57373d0cc3c5551400e51e88 | Where do soil and liquids belong, according to the Greek thinker? | Aristotle natural place of elements; earth and water elements natural place; Aristotle elements cosmology
57378b141c4567190057449f | Which idea accounts best for why things fall? | theory that best explains gravity; best explanation of gravitation; theory of gravity
`);
