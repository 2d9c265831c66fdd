import { sql } from 'drizzle-orm'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { productName, STATION_SERVICES } from '#contract/reference/stationServices.ts'
import {
  degrees,
  type Field,
  folded,
  oneOf,
  optional,
  ruts,
  stationCode,
  text,
} from '#db/imports/field.ts'
import { column, defineImportKind, existsWith, IS_CREATED } from '#db/imports/importKind.ts'
import { movement } from '#db/tables/movements.ts'
import { debt } from '#db/tables/payments.ts'
import { saleEvent } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

/** Services with what the station offers of each: `Combustibles: Super, Gasoil | Lavado`. */
const services: Field = {
  sqlType: 'jsonb',
  expected: `servicios separados por |, con su detalle tras dos puntos, como «Combustibles: Super, Gasoil | Lavado»; hay ${STATION_SERVICES.map(({ text: name, values }) => (values.length > 0 ? `${name} (${values.map(productName).join(', ')})` : name)).join(', ')}`,
  remedy: 'Escribí los nombres como en esa lista.',
  parse: (given) => {
    const listed = given.split('|').map((one) => serviceOf(one))
    return listed.every((one) => one !== undefined) ? JSON.stringify(listed) : undefined
  },
  shown: (value) =>
    (JSON.parse(value) as { code: string; values: string[] }[])
      .map(({ code, values }) =>
        [
          STATION_SERVICES.find((service) => service.code === code)?.text ?? code,
          values.map(productName).join(', '),
        ]
          .filter(Boolean)
          .join(': '),
      )
      .join(' | '),
}

function serviceOf(given: string) {
  const [name = '', detail = ''] = given.split(/:(.*)/s)
  const service = STATION_SERVICES.find(({ text: label }) => folded(label) === folded(name))
  const wanted = detail.split(',').map(folded).filter(Boolean)
  const values = wanted.map((one) =>
    service?.values.find((value) => [folded(value), folded(productName(value))].includes(one)),
  )
  return service && values.every((value) => value !== undefined)
    ? { code: service.code, values }
    : undefined
}

export const BORDER_NAMES = { Argentina: 'argentina', Brasil: 'brazil' }

const DEPARTMENT_NAMES = Object.fromEntries(
  DEPARTMENTS.flatMap(({ code, text: name }) => [
    [name, code],
    [code, code],
  ]),
)

/** Stations with their services and opening hours. */
export const stationsKind = defineImportKind({
  name: 'stations',
  label: 'Estaciones',
  columns: {
    codigo: column(stationCode, 'código de la estación', 'E901', 'E902'),
    nombre: column(text(80), 'cómo se llama', 'Estación Ceibo Norte', 'Estación Tero Sur'),
    direccion: column(
      text(200),
      'calle, número y ciudad',
      'Rivera 2345, Montevideo',
      'Artigas 120, Rivera',
    ),
    departamento: column(
      oneOf(DEPARTMENT_NAMES),
      'nombre o código de dos letras',
      'Montevideo',
      'RV',
    ),
    latitud: column(degrees(-35.2, -30), 'grados', '-34,9', '-30,902'),
    longitud: column(degrees(-58.7, -53), 'grados', '-56,1', '-55,55'),
    horario: column(
      text(200),
      'lo que la persona lee',
      'Todos los días, las 24 horas',
      'Lunes a sábado de 6:00 a 22:00, domingos de 8:00 a 20:00',
    ),
    servicios: column(
      optional(services),
      'separados por |, con su detalle tras dos puntos',
      'Combustibles: Super, Premium, Gasoil | Tienda: Minimercado | Lavado',
      'Combustibles: Super, Gasoil | Gas: Super Gas',
    ),
    frontera: column(
      optional(oneOf(BORDER_NAMES)),
      'Argentina o Brasil si hay un paso a menos de 20 km',
      '',
      'Brasil',
    ),
    rut: column(
      optional(ruts),
      'los que emiten sus comprobantes, separados por |; vacío: quedan los que tiene',
      '211234560019',
      '211234560019 | 213456000016',
    ),
  },
  table: branch,
  fileKey: ['codigo'],
  row: (s) => ({
    key: { code: s.codigo },
    values: {
      name: s.nombre,
      address: s.direccion,
      department: s.departamento,
      latitude: s.latitud,
      longitude: s.longitud,
      openingHours: s.horario,
      services: sql`coalesce(${s.servicios}, '[]')`,
      borderSide: s.frontera,
      // A file without them does not let the station report the documents of others.
      ruts: sql`coalesce(${s.rut}, known.ruts, '[]')`,
    },
    joins: sql`left join ${branch} known on known.code = ${s.codigo}`,
  }),
  obstacles: (t) =>
    (
      [
        [saleEvent.branchCode, 'ya tiene ventas'],
        [movement.branchCode, 'ya tiene compras'],
        [debt.branchCode, 'ya tiene deudas'],
        [terminal.branchCode, 'ya tiene cajas'],
      ] as const
    ).map(([of, sentence]) => ({
      when: sql`${IS_CREATED} and ${existsWith(of, t.code)}`,
      sentence,
    })),
})
