/** Words from which people, streets and stations are named. Every combination is invented. */
export const WOMEN = [
  'Valentina',
  'Lucía',
  'Florencia',
  'Camila',
  'Martina',
  'Sofía',
  'Agustina',
  'Carolina',
  'Natalia',
  'Gabriela',
  'Mariana',
  'Silvia',
  'Rosario',
  'Virginia',
  'Cecilia',
  'Patricia',
] as const
export const MEN = [
  'Mateo',
  'Joaquín',
  'Santiago',
  'Nicolás',
  'Martín',
  'Rodrigo',
  'Gonzalo',
  'Pablo',
  'Sebastián',
  'Gustavo',
  'Álvaro',
  'Marcelo',
  'Ignacio',
  'Bruno',
  'Facundo',
  'Washington',
] as const
export const SURNAMES = [
  'Rodríguez',
  'González',
  'Fernández',
  'Pereira',
  'Silva',
  'Martínez',
  'Olivera',
  'Cabrera',
  'Núñez',
  'Techera',
  'Sosa',
  'Acosta',
  'Viera',
  'Machado',
  'Larrosa',
  'Bentancor',
  'Etcheverry',
  'Ferreira',
  'Mieres',
  'Correa',
  'Barrios',
  'Alonso',
  'Moreira',
  'Zunino',
] as const
export const STREETS = [
  'Av. Artigas',
  '18 de Julio',
  '25 de Agosto',
  'Sarandí',
  'Rincón',
  'Ituzaingó',
  'Treinta y Tres',
  'Av. Lavalleja',
  'Zorrilla de San Martín',
  'Joaquín Suárez',
  'Av. Italia',
  'España',
  'Brasil',
  'Wilson Ferreira',
  'José Pedro Varela',
  'Florida',
  'Dr. Soca',
  'Av. Rivera',
] as const

/** One name per station: trees, birds, animals, stones and weather of the country. */
export const STATIONS = (
  'Ombú Ceibo Coronilla Tero Hornero Churrinche Arazá Pitanga Guayabo Espinillo Tala Molle ' +
  'Timbó Lapacho Ñandú Carpincho Zorzal Calandria Cardenal Benteveo Garza Chajá Martineta Perdiz ' +
  'Mulita Zorrino Guazubirá Aperiá Yacaré Tararira Dorado Surubí Lobo Gaviota Albatros Delfín ' +
  'Ballena Caracol Butiá Yatay Pindó Palmar Quebracho Algarrobo Ñangapiré Canelón Aruera Arrayán ' +
  'Mburucuyá Marcela Carqueja Cedrón Macachín Margarita Totora Junco Camalote Ágata Amatista ' +
  'Cuarzo Granito Basalto Arenisca Pampero Sudestada Rocío Lucero Aurora Alba Candil Fogón Rueda ' +
  'Carreta Estribo Lazo Poncho Mate Bombilla Payada Milonga Candombe Vidalita Cimarrón Pulpería ' +
  'Cuchilla Cañada Médano Laguna'
).split(' ')
