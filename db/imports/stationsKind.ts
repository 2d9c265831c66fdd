import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { productName, STATION_SERVICES } from '#contract/reference/stationServices.ts'
import {
  degrees,
  type Field,
  folded,
  oneOf,
  optional,
  stationCode,
  text,
} from '#db/imports/field.ts'
import type { ImportKind } from '#db/imports/importKind.ts'

/** Services with what the station offers of each: `Combustibles: Super, Gasoil | Lavado`. */
const services: Field = {
  sqlType: 'jsonb',
  expected: `servicios separados por |, con su detalle tras dos puntos, como «Combustibles: Super, Gasoil | Lavado»; hay ${STATION_SERVICES.map(({ text: name, values }) => (values.length > 0 ? `${name} (${values.map(productName).join(', ')})` : name)).join(', ')}`,
  remedy: 'Escribí los nombres como en esa lista.',
  parse: (given) => {
    const listed = given.split('|').map((one) => serviceOf(one))
    return listed.every((one) => one !== undefined) ? JSON.stringify(listed) : undefined
  },
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

/** Stations with their services and opening hours. */
export const stationsKind: ImportKind = {
  name: 'stations',
  rows: 'estaciones',
  columns: {
    codigo: stationCode,
    nombre: text(80),
    direccion: text(200),
    departamento: oneOf(
      Object.fromEntries(
        DEPARTMENTS.flatMap(({ code, text: name }) => [
          [name, code],
          [code, code],
        ]),
      ),
    ),
    latitud: degrees(-35.2, -30),
    longitud: degrees(-58.7, -53),
    horario: text(200),
    servicios: optional(services),
    frontera: optional(oneOf(BORDER_NAMES)),
  },
  table: 'branch',
  key: ['code'],
  fileKey: ['codigo'],
  values: [
    'name',
    'address',
    'department',
    'latitude',
    'longitude',
    'opening_hours',
    'services',
    'border_side',
  ],
  select: `
    select s.line, s.codigo as code, s.nombre as name, s.direccion as address, s.departamento as department,
      s.latitud as latitude, s.longitud as longitude, s.horario as opening_hours,
      coalesce(s.servicios, '[]') as services, s.frontera as border_side
    from staged s`,
  checks: [],
  obstacles: ['sale_event', 'movement', 'debt', 'terminal'].map((table) => ({
    when: `r.before is null and exists (select from ${table} b where b.branch_code = t.code)`,
    sentence: {
      sale_event: 'ya tiene ventas',
      movement: 'ya tiene compras',
      debt: 'ya tiene deudas',
      terminal: 'ya tiene cajas',
    }[table] as string,
  })),
}
