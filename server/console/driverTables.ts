import type { ObjectPage, ObjectValue } from '#contract/console/objectPage.ts'
import { ATTEMPT_LABELS } from '#contract/console/paymentKind.ts'
import { toDate, toStamp } from '#contract/dates.ts'
import { MESSAGE_STATE_LABELS } from '#contract/entities/contactMessage.ts'
import { REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import { ADJUSTMENT_REASONS } from '#contract/entities/pointsAdjustment.ts'
import { productName } from '#contract/reference/stationServices.ts'
import type { DriverHistory } from '#db/console/driverHistory.ts'
import { maskedNumber } from '#server/console/maskedText.ts'

const PLATFORMS = { web: 'Navegador', android: 'Android', ios: 'iPhone' }
const LOGINS: Record<string, string> = { a: 'App en Android', i: 'App en iPhone', b: 'Navegador' }
const at = (instant: Date) => ({ stamp: toStamp(instant) })
const lastDay = (end: Date) => ({ day: toDate(new Date(end.getTime() - 1)) })

/** The ends of points that are listed one by one: they can be of every day. */
const NEXT_ENDS = 10
type Lot = DriverHistory['lots'][number]

const lotCells = ({ loyaltyCode, remaining, pending }: Omit<Lot, 'expiresAt'>) => [
  { text: loyaltyCode },
  { count: remaining },
  { count: pending },
]

/** What ends after the listed ends, one for each loyalty. */
const laterLots = (lots: readonly Lot[]): Omit<Lot, 'expiresAt'>[] => {
  const later = Object.groupBy(lots.slice(NEXT_ENDS), ({ loyaltyCode }) => loyaltyCode)
  const total = (of: readonly Lot[], name: 'remaining' | 'pending') =>
    of.reduce((points, lot) => points + lot[name], 0)
  return Object.entries(later).map(([loyaltyCode, of = []]) => ({
    loyaltyCode,
    remaining: total(of, 'remaining'),
    pending: total(of, 'pending'),
  }))
}

/** The adjustments that wait for a second operator; no table without them. */
function waitingTable({ adjustments }: DriverHistory): ObjectPage['tables'] {
  const waiting = adjustments.filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return []
  return [
    {
      title: 'Ajustes que esperan',
      columns: ['Propuesto', 'Afiliación', 'Puntos', 'Motivo', 'Explicación', 'Propuso'],
      rows: waiting.map(({ proposedAt, loyaltyCode, points, reason, observations, by }) => [
        at(proposedAt),
        { text: loyaltyCode },
        { count: points },
        { text: ADJUSTMENT_REASONS[reason] },
        { text: observations },
        { text: by },
      ]),
      empty: '',
    },
  ]
}

const private_ = (text: string, shown: boolean) => ({ text: shown ? text : maskedNumber(text) })

/** The loyalties of a person; the numbers of their cards are masked unless `shown`. */
export const loyaltyTable = (loyalties: DriverHistory['loyalties'], shown: boolean) => ({
  title: 'Afiliaciones',
  columns: [
    'Afiliación',
    'Programa',
    'Saldo',
    'Disponibles',
    'Faltante',
    'Tarjeta',
    'Desde',
    'Hasta',
  ],
  rows: loyalties.map((one): ObjectValue[] => [
    { text: one.code },
    { text: one.programmeName },
    { count: one.points },
    { count: one.spendablePoints },
    { count: one.shortfall },
    private_(one.clientCardNumber, shown),
    at(one.since),
    one.endedAt ? at(one.endedAt) : {},
  ]),
  empty: 'No tiene afiliaciones.',
})

/** The vehicles of a person; their plates are masked unless `shown`. */
export const vehicleTable = (vehicles: DriverHistory['vehicles'], shown: boolean) => ({
  title: 'Vehículos',
  columns: ['Matrícula', 'Marca', 'Combustible', 'Afiliación'],
  rows: vehicles.map(({ plate, mark, fuel, loyaltyCode }): ObjectValue[] => [
    private_(plate, shown),
    { text: mark },
    { text: productName(fuel) },
    { text: loyaltyCode },
  ]),
  empty: 'No tiene vehículos.',
})

/** The tables of a driver's page; what identifies the person is masked unless `shown`. */
export function driverTables(history: DriverHistory, shown: boolean): ObjectPage['tables'] {
  return [
    ...waitingTable(history),
    loyaltyTable(history.loyalties, shown),
    {
      title: 'Puntos por vencimiento',
      columns: ['Afiliación', 'Quedan', 'Pendientes', 'Último día'],
      rows: [
        ...history.lots
          .slice(0, NEXT_ENDS)
          .map((lot) => [...lotCells(lot), lastDay(lot.expiresAt)]),
        ...laterLots(history.lots).map((lot) => [...lotCells(lot), { text: 'Más adelante' }]),
      ],
      empty: 'No le quedan puntos.',
    },
    {
      title: 'Últimos movimientos',
      columns: ['Cuándo', 'Afiliación', 'Estación', 'Producto', 'Litros', 'Importe', 'Puntos'],
      rows: history.movements.map((one) => [
        { stamp: one.datetime },
        { text: one.loyaltyCode },
        { text: one.branchName },
        { text: productName(one.product) },
        one.millilitres > 0 ? { millilitres: one.millilitres } : {},
        { cents: one.amount, currency: one.currency },
        { count: one.points },
      ]),
      empty: 'Todavía no hizo compras.',
    },
    {
      title: 'Últimos pagos',
      columns: ['Concepto', 'Importe', 'Cuándo', 'Tarjeta', 'Estado'],
      rows: history.payments.map((one) => [
        { text: one.concept, link: { kind: 'payment', id: one.id } },
        { cents: one.amount, currency: one.currency },
        at(one.createdAt),
        { text: one.maskedCard },
        { text: ATTEMPT_LABELS[one.state] },
      ]),
      empty: 'Todavía no pagó con la app.',
    },
    vehicleTable(history.vehicles, shown),
    {
      title: 'Solicitudes',
      columns: ['Solicitud', 'Programa', 'Cuándo', 'Estado'],
      rows: history.requests.map((one) => [
        { text: one.reference },
        { text: one.programmeName },
        at(one.at),
        { text: REQUEST_STATE_LABELS[one.state] },
      ]),
      empty: 'No pidió ninguna afiliación.',
    },
    {
      title: 'Mensajes',
      columns: ['Cuándo', 'Tipo', 'Título', 'Estado'],
      rows: history.messages.map((one) => [
        at(one.at),
        { text: one.type, link: { kind: 'message', id: one.id } },
        // Free text of the driver, who may write anything there.
        { text: shown ? one.title : '•••' },
        { text: MESSAGE_STATE_LABELS[one.state] },
      ]),
      empty: 'No escribió mensajes.',
    },
    {
      title: 'Sesiones abiertas',
      columns: ['Dispositivo', 'Abierta', 'Último uso'],
      rows: history.sessions.map(({ device, platform, createdAt, seenAt }) => [
        { text: device || (LOGINS[platform] ?? 'Sin nombre') },
        at(createdAt),
        at(seenAt),
      ]),
      empty: 'No tiene sesiones abiertas.',
    },
    {
      title: 'Dispositivos con avisos',
      columns: ['Plataforma', 'Desde'],
      rows: history.devices.map(({ platform, registeredAt }) => [
        { text: PLATFORMS[platform] },
        at(registeredAt),
      ]),
      empty: 'Ningún dispositivo recibe avisos.',
    },
    {
      title: 'Correos que le mandamos',
      columns: ['Cuándo', 'Asunto', 'Mandado'],
      rows: history.mails.map(({ at: queuedAt, subject, sentAt, deadAt }) => [
        at(queuedAt),
        { text: subject },
        sentAt
          ? at(sentAt)
          : { text: deadAt ? 'No salió' : 'En cola', tone: deadAt ? 'bad' : 'neutral' },
      ]),
      empty: 'No le mandamos correos en los últimos 30 días.',
    },
  ]
}
