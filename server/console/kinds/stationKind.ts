import type { ObjectChart } from '#contract/console/objectPage.ts'
import { dayAndMonth, shortDate, toDate } from '#contract/dates.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { productName, STATION_SERVICES } from '#contract/reference/stationServices.ts'
import { stationById, stationPage, stationsLike } from '#db/console/stations.ts'
import { storedCells } from '#db/imports/changedRows.ts'
import { stationsKind } from '#db/imports/stationsKind.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { changePrice, changeStation, detailsOf } from '#server/console/imports/stationEdits.ts'
import { differenceText } from '#server/console/kinds/shiftDifference.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { copied, editable, group, type Shown, table } from '#server/console/shownValues.ts'
import {
  addStation,
  addTerminal,
  changeRuts,
  renewAction,
  revokeAction,
} from '#server/console/stationActions.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'

const MAX_HITS = 10
/** Seconds by which a terminal's clock may differ before the page warns; at 300 its calls are refused. */
const MAX_SKEW = 60
/** Stations are in the order of their codes, not of a time. */
const ORDER = new Date(0)

const departmentName = (code: string) => DEPARTMENTS.find((one) => one.code === code)?.text ?? code

type Read = NonNullable<Awaited<ReturnType<typeof stationPage>>>
type Terminal = NonNullable<Awaited<ReturnType<typeof stationById>>>['terminals'][number]
const isInUse = ({ revokedAt }: Terminal) => revokedAt === null

/** The stations of the network. */
export const stationKind = consoleKind('station', {
  cursorId: /^[\w-]{1,40}$/,

  list: (db, filter, page, viewer) => stationsLike(db, viewer, filter, page),
  sorted: 'Código',
  rowAt: ({ code: id }) => ({ id, at: ORDER }),
  columns: {
    Estación: ['title', ({ name }) => name],
    Código: ['note', ({ code }) => code],
    Departamento: ['detail', ({ department }) => departmentName(department)],
    'Cajas en uso': ({ terminals }) => terminals,
    'Última señal': ({ heardAt }) => heardAt,
    'Turnos que no suman': ({ exceptions }) =>
      exceptions > 0 ? { text: String(exceptions), tone: 'warn' } : null,
  },

  read: (db, id, viewer) => stationById(db, viewer, id),

  async page(db, { code: id, ruts, terminals }, { now }) {
    const read = await stationPage(db, id, now)
    if (!read) return null
    const { station, days } = read
    const subjects = [id, ...terminals.map((one) => one.id)]
    return {
      title: station.name,
      badges: [{ text: id }],
      groups: [
        group('', {
          Dirección: editable(station.address, 'changeStation'),
          Departamento: departmentName(station.department),
          RUT: editable(
            ruts.length > 0 ? copied(ruts.join(', ')) : 'Sin RUT: toma comprobantes de cualquiera',
            'changeRuts',
          ),
          Horario: editable(station.openingHours, 'changeStation'),
          Servicios: editable(
            station.services.map(({ code }) => serviceName(code)).join(', '),
            'changeStation',
          ),
        }),
        group('Precios vigentes', Object.fromEntries(read.fuels.map(priceFact))),
      ],
      charts: days.length > 0 ? [salesChart(days)] : [],
      tables: [
        table('Cajas', 'La estación no tiene cajas.', terminals, {
          Caja: ({ name }) => name,
          Estado: terminalState,
          'Última señal': ({ heardAt }) => heardAt ?? 'Nunca',
          Reloj: ({ clockSkew }) => (clockSkew === null ? null : clockOf(clockSkew)),
          Activada: ({ enrolledAt }) => enrolledAt,
        }),
        table('Turnos', 'Todavía no informó ningún turno.', read.shifts, {
          Turno: ({ code }) => code,
          Estado: ({ state }) => SHIFT_STATES[state],
          Ventas: ({ code, scope }) => ({
            text: 'Ver ventas',
            link: { kind: 'sale', id: '', search: salesOf(id, code, scope) },
          }),
          Caja: ({ scope }) =>
            terminals.find((one) => one.id === scope)?.name ?? 'Toda la estación',
          Cerrado: ({ closedAt }) => closedAt,
          Diferencias: ({ differences }) => differences.map(differenceText).join('; '),
        }),
        table('Ventas de los últimos 14 días', 'No informó ventas en los últimos 14 días.', days, {
          Día: ({ day }) => ({ day }),
          Ventas: ({ sales }) => sales,
          'Con afiliación': ({ members }) => members,
          'Anulaciones y devoluciones': ({ reversals }) => reversals,
          'En pesos': ({ pesos }) => ({ cents: pesos, currency: PESOS }),
          'En dólares': ({ dollars }) =>
            dollars > 0 ? { cents: dollars, currency: DOLLARS } : null,
        }),
      ],
      timeline: await historyOf(db, { kind: 'station', id, subjects }),
      options: {
        terminal: terminals.filter(isInUse).map(({ id: value, name: label }) => ({ value, label })),
      },
      values: {
        ruts: ruts.join(', '),
        ...detailsOf((await storedCells(db, stationsKind, id)) ?? {}),
        from: toDate(now),
      },
    }
  },
  when({ terminals }) {
    const hasTerminal = terminals.some(isInUse)
    return { renewCode: hasTerminal, revokeTerminal: hasTerminal }
  },

  async find(db, { text }, viewer) {
    if (text.length < 3) return []
    return await stationsLike(db, viewer, { name: text }, { count: MAX_HITS }).read()
  },

  actions: {
    note: noteAction('station'),
    addTerminal,
    renewCode: renewAction,
    revokeTerminal: revokeAction,
    changeRuts,
    changeStation,
    changePrice,
  },
  listActions: { addStation },
})

/** The sales of each day, and how many of them are of members. */
const salesChart = (days: Read['days']): ObjectChart => ({
  title: 'Ventas por día',
  columns: ['Día', 'Ventas', 'Con afiliación'],
  bars: days.map(({ day, sales, members }) => ({
    name: dayAndMonth(day),
    value: { count: sales },
    before: { count: members },
  })),
})

const serviceName = (code: string) =>
  STATION_SERVICES.find((one) => one.code === code)?.text ?? code

/** A price per litre (of supergas: per kilogram); one whose last day is over is said to be. */
const priceFact = ({ code, price, validTo, isInForce }: Read['fuels'][number]): [string, Shown] => [
  code === 'supergas' ? 'Supergás, por kg' : `${productName(code)}, por litro`,
  editable(
    isInForce
      ? { cents: price, currency: PESOS }
      : {
          text: `${RECEIPT_FORMATS.money(price, PESOS)} · venció el ${shortDate(validTo ?? '')}`,
          tone: 'warn',
        },
    'changePrice',
    { grade: code },
  ),
]

function terminalState({ heardAt, enrolledAt, revokedAt }: Terminal): Shown {
  if (revokedAt) return { text: 'Dada de baja', tone: 'neutral' }
  return enrolledAt
    ? { text: 'En uso', tone: 'good' }
    : { text: heardAt ? 'Espera su otra clave' : 'Sin activar', tone: 'warn' }
}

function clockOf(seconds: number): Shown {
  if (seconds === 0) return 'En hora'
  const text = `${seconds > 0 ? 'Adelanta' : 'Atrasa'} ${Math.abs(seconds)} s`
  return Math.abs(seconds) > MAX_SKEW ? { text, tone: 'warn' } : text
}

const SHIFT_STATES = {
  open: { text: 'Abierto', tone: 'neutral' },
  closed: { text: 'Cerrado', tone: 'good' },
  exception: { text: 'No suma', tone: 'bad' },
} as const

/** The filters of the list of sales that show those of a shift. @param scope id of its terminal; empty: of the station */
const salesOf = (station: string, shift: string, terminal: string) => ({
  station,
  shift,
  ...(terminal && { terminal }),
})
