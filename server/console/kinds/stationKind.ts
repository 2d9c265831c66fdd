import type { ObjectChart, ObjectPage, ObjectValue } from '#contract/console/objectPage.ts'
import { toStamp } from '#contract/dates.ts'
import type { ShiftDifference } from '#contract/entities/shiftDifference.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { productName, STATION_SERVICES } from '#contract/reference/stationServices.ts'
import { stationPage, stationsLike } from '#db/console/stations.ts'
import type { ConsoleKind } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { noteAction } from '#server/console/noteAction.ts'
import {
  addStation,
  addTerminal,
  renewAction,
  revokeAction,
} from '#server/console/stationActions.ts'

const MAX_HITS = 10
/** Seconds by which a terminal's clock may differ before the page warns; at 300 its calls are refused. */
const MAX_SKEW = 60
/** Stations are in the order of their codes, not of a time. */
const ORDER = new Date(0)

const departmentName = (code: string) => DEPARTMENTS.find((one) => one.code === code)?.text ?? code

type Read = NonNullable<Awaited<ReturnType<typeof stationPage>>>
type Terminal = Read['terminals'][number]

/** The stations of the network. */
export const stationKind: ConsoleKind = {
  cursorId: /^[\w-]{1,40}$/,

  async list(db, { filters: { name = '', department = '' }, count, after }, viewer) {
    const rows = await stationsLike(db, viewer, { name: name.trim(), department }, { count, after })
    return rows.map(({ code, heardAt, exceptions, terminals, ...station }) => ({
      id: code,
      cursor: { at: ORDER, id: code },
      cells: [
        { text: station.name },
        { text: code },
        { text: departmentName(station.department) },
        { count: terminals },
        heardAt ? { stamp: toStamp(heardAt) } : { text: '' },
        exceptions > 0 ? { text: String(exceptions), tone: 'warn' as const } : { text: '' },
      ],
    }))
  },

  async page(db, id, viewer) {
    const read = await stationPage(db, viewer, id, viewer.now)
    if (!read) return null
    const { station, terminals, days } = read
    const inUse = terminals.filter(({ revokedAt }) => revokedAt === null)
    const subjects = [id, ...terminals.map((one) => one.id)]
    return {
      title: station.name,
      badges: [{ text: id }],
      masked: false,
      groups: [
        {
          title: '',
          facts: [
            { name: 'Dirección', value: { text: station.address } },
            { name: 'Departamento', value: { text: departmentName(station.department) } },
            { name: 'Horario', value: { text: station.openingHours } },
            {
              name: 'Servicios',
              value: { text: station.services.map(({ code }) => serviceName(code)).join(', ') },
            },
          ],
        },
        { title: 'Precios vigentes', facts: read.fuels.map(priceFact) },
      ],
      charts: days.length > 0 ? [salesChart(days)] : [],
      tables: [
        {
          title: 'Cajas',
          columns: ['Caja', 'Estado', 'Última señal', 'Reloj', 'Activada'],
          rows: terminals.map(terminalRow),
          empty: 'La estación no tiene cajas.',
        },
        {
          title: 'Turnos',
          columns: ['Turno', 'Caja', 'Estado', 'Cerrado', 'Diferencia', 'La caja', 'Nosotros'],
          rows: read.shifts.flatMap((shift) => shiftRows(shift, terminals)),
          empty: 'Todavía no informó ningún turno.',
        },
        {
          title: 'Ventas de los últimos 14 días',
          columns: [
            'Día',
            'Ventas',
            'Con afiliación',
            'Anulaciones y devoluciones',
            'En pesos',
            'En dólares',
          ],
          rows: days.map(({ day, sales, members, reversals, pesos, dollars }) => [
            { day },
            { count: sales },
            { count: members },
            { count: reversals },
            { cents: pesos, currency: PESOS },
            dollars > 0 ? { cents: dollars, currency: DOLLARS } : { text: '' },
          ]),
          empty: 'No informó ventas en los últimos 14 días.',
        },
      ],
      timeline: await historyOf(db, { kind: 'station', id, subjects }, []),
      actions: [
        'note',
        'addTerminal',
        ...(inUse.length > 0 ? ['renewCode', 'revokeTerminal'] : []),
      ],
      options: { terminal: inUse.map(({ id: value, name: label }) => ({ value, label })) },
    }
  },

  async find(db, { text }, viewer) {
    if (text.length < 3) return []
    const rows = await stationsLike(db, viewer, { name: text }, { count: MAX_HITS })
    return rows.map(({ code, name, department }) => ({
      id: code,
      title: name,
      detail: `${code} · ${departmentName(department)}`,
    }))
  },

  actions: {
    note: noteAction('station'),
    addTerminal,
    renewCode: renewAction,
    revokeTerminal: revokeAction,
  },
  listActions: { addStation },
}

/** The sales of each day, and how many of them are of members. */
const salesChart = (days: Read['days']): ObjectChart => ({
  title: 'Ventas por día',
  columns: ['Día', 'Ventas', 'Con afiliación'],
  bars: days.map(({ day, sales, members }) => ({
    name: `${day.slice(6)}/${day.slice(4, 6)}`,
    value: { count: sales },
    before: { count: members },
  })),
})

const serviceName = (code: string) =>
  STATION_SERVICES.find((one) => one.code === code)?.text ?? code

/** A price per litre (of supergas: per kilogram); one whose last day is over is said to be. */
const priceFact = ({
  code,
  price,
  validTo,
  isInForce,
}: Read['fuels'][number]): ObjectPage['groups'][number]['facts'][number] => ({
  name: code === 'supergas' ? 'Supergás, por kg' : `${productName(code)}, por litro`,
  value: isInForce
    ? { cents: price, currency: PESOS }
    : {
        text: `Venció el ${validTo?.replace(/^(....)(..)(..)$/, '$3/$2/$1')}`,
        tone: 'warn' as const,
      },
})

function terminalRow(terminal: Terminal): ObjectValue[] {
  const { name, heardAt, clockSkew, enrolledAt, revokedAt } = terminal
  const state = revokedAt
    ? { text: 'Dada de baja', tone: 'neutral' as const }
    : enrolledAt
      ? { text: 'En uso', tone: 'good' as const }
      : { text: heardAt ? 'Espera su otra clave' : 'Sin activar', tone: 'warn' as const }
  return [
    { text: name },
    state,
    heardAt ? { stamp: toStamp(heardAt) } : { text: 'Nunca' },
    clockSkew === null ? { text: '' } : clockOf(clockSkew),
    enrolledAt ? { stamp: toStamp(enrolledAt) } : { text: '' },
  ]
}

function clockOf(seconds: number): ObjectValue {
  if (seconds === 0) return { text: 'En hora' }
  const text = `${seconds > 0 ? 'Adelanta' : 'Atrasa'} ${Math.abs(seconds)} s`
  return Math.abs(seconds) > MAX_SKEW ? { text, tone: 'warn' } : { text }
}

const SHIFT_STATES = {
  open: { text: 'Abierto', tone: 'neutral' },
  closed: { text: 'Cerrado', tone: 'good' },
  exception: { text: 'No suma', tone: 'bad' },
} as const

/** A row for each total that differs; one for a shift that adds up. */
function shiftRows(shift: Read['shifts'][number], terminals: readonly Terminal[]): ObjectValue[][] {
  const { code, scope, state, closedAt, differences } = shift
  const head: ObjectValue[] = [
    { text: code },
    { text: terminals.find(({ id }) => id === scope)?.name ?? 'Toda la estación' },
    SHIFT_STATES[state],
    closedAt ? { stamp: toStamp(closedAt) } : { text: '' },
  ]
  if (differences.length === 0) return [[...head, { text: '' }, { text: '' }, { text: '' }]]
  return differences.map((one) => [...head, ...differenceCells(one)])
}

const COUNTS: Readonly<Record<string, string>> = {
  sales: 'Ventas',
  voids: 'Anulaciones',
  returns: 'Devoluciones',
}
function differenceCells({ total, sent, found }: ShiftDifference): ObjectValue[] {
  const [group = '', of = ''] = total.split('.')
  const both = (cell: (value: number) => ObjectValue) => [cell(sent), cell(found)]
  if (group === 'amounts') {
    const currency = of === DOLLARS ? DOLLARS : PESOS
    return [{ text: 'Importe' }, ...both((cents) => ({ cents, currency }))]
  }
  if (group === 'millilitres')
    return [{ text: productName(of) }, ...both((millilitres) => ({ millilitres }))]
  return [{ text: COUNTS[group] ?? total }, ...both((count) => ({ count }))]
}
