import type { ObjectPage } from '#contract/console/objectPage.ts'
import { ATTEMPT_STATES } from '#contract/console/paymentKind.ts'
import { toDate } from '#contract/dates.ts'
import { MESSAGE_STATE_LABELS } from '#contract/entities/contactMessage.ts'
import { REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import { ADJUSTMENT_REASONS } from '#contract/entities/pointsAdjustment.ts'
import { PESOS } from '#contract/money.ts'
import { productName } from '#contract/reference/stationServices.ts'
import type { DriverHistory } from '#db/console/driverHistory.ts'
import { maskedNumber } from '#server/console/maskedText.ts'
import { link, table } from '#server/console/shownValues.ts'

const PLATFORMS = { web: 'Navegador', android: 'Android', ios: 'iPhone' }
const LOGINS: Record<string, string> = { a: 'App en Android', i: 'App en iPhone', b: 'Navegador' }
const lastDay = (end: Date) => ({ day: toDate(new Date(end.getTime() - 1)) })

/** The ends of points that are listed one by one: they can be of every day. */
const NEXT_ENDS = 10
type Lot = Omit<DriverHistory['lots'][number], 'expiresAt'> & { expiresAt?: Date }

/** The next ends of points, and what ends after them, one for each loyalty. */
function lotsOf({ lots }: DriverHistory): Lot[] {
  const later = Object.groupBy(lots.slice(NEXT_ENDS), ({ loyaltyCode }) => loyaltyCode)
  const total = (of: readonly Lot[], name: 'remaining' | 'pending') =>
    of.reduce((points, lot) => points + lot[name], 0)
  return [
    ...lots.slice(0, NEXT_ENDS),
    ...Object.entries(later).map(([loyaltyCode, of = []]) => ({
      loyaltyCode,
      remaining: total(of, 'remaining'),
      pending: total(of, 'pending'),
    })),
  ]
}

/** The adjustments that wait for a second operator; no table without them. */
function waitingTable({ adjustments }: DriverHistory): ObjectPage['tables'] {
  const waiting = adjustments.filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return []
  return [
    table('Ajustes que esperan', '', waiting, {
      Propuesto: ({ proposedAt }) => proposedAt,
      Afiliación: ({ subject }) => subject,
      Puntos: ({ content }) => content.points,
      Motivo: ({ content }) => ADJUSTMENT_REASONS[content.reason],
      Explicación: ({ content }) => content.observations,
      Propuso: ({ by }) => by,
    }),
  ]
}

const private_ = (text: string, shown: boolean) => (shown ? text : maskedNumber(text))

/** The loyalties of a person; the numbers of their cards are masked unless `shown`. */
export const loyaltyTable = (loyalties: DriverHistory['loyalties'], shown: boolean) =>
  table('Afiliaciones', 'No tiene afiliaciones.', loyalties, {
    Afiliación: ({ code }) => code,
    Programa: ({ programmeName }) => programmeName,
    Saldo: ({ points }) => points,
    Disponibles: ({ spendablePoints }) => spendablePoints,
    Faltante: ({ shortfall }) => shortfall,
    Tarjeta: ({ clientCardNumber }) => private_(clientCardNumber, shown),
    Desde: ({ since }) => since,
    Hasta: ({ endedAt }) => endedAt,
    'Cuenta hasta': ({ accountLimit: cents }) => (cents > 0 ? { cents, currency: PESOS } : null),
  })

/** The vehicles of a person; their plates are masked unless `shown`. */
export const vehicleTable = (vehicles: DriverHistory['vehicles'], shown: boolean) =>
  table('Vehículos', 'No tiene vehículos.', vehicles, {
    Matrícula: ({ plate }) => private_(plate, shown),
    Marca: ({ mark }) => mark,
    Combustible: ({ fuel }) => productName(fuel),
    Afiliación: ({ loyaltyCode }) => loyaltyCode,
  })

/** The tables of a driver's page; what identifies the person is masked unless `shown`. */
export const driverTables = (history: DriverHistory, shown: boolean): ObjectPage['tables'] => [
  ...waitingTable(history),
  loyaltyTable(history.loyalties, shown),
  table('Puntos por vencimiento', 'No le quedan puntos.', lotsOf(history), {
    Afiliación: ({ loyaltyCode }) => loyaltyCode,
    Quedan: ({ remaining }) => remaining,
    Pendientes: ({ pending }) => pending,
    'Último día': ({ expiresAt }) => (expiresAt ? lastDay(expiresAt) : 'Más adelante'),
  }),
  table('Últimos movimientos', 'Todavía no hizo compras.', history.movements, {
    Cuándo: ({ datetime }) => ({ stamp: datetime }),
    Afiliación: ({ loyaltyCode }) => loyaltyCode,
    Estación: ({ branchName }) => branchName,
    Producto: ({ product }) => productName(product),
    Litros: ({ millilitres }) => (millilitres > 0 ? { millilitres } : null),
    Importe: ({ amount, currency }) => ({ cents: amount, currency }),
    Puntos: ({ points }) => points,
  }),
  table('Últimos pagos', 'Todavía no pagó con la app.', history.payments, {
    Concepto: ({ id, concept }) => link('payment', id, concept),
    Importe: ({ amount, currency }) => ({ cents: amount, currency }),
    Cuándo: ({ createdAt }) => createdAt,
    Tarjeta: ({ maskedCard }) => maskedCard,
    Estado: ({ state }) => ATTEMPT_STATES[state][0],
  }),
  vehicleTable(history.vehicles, shown),
  table('Solicitudes', 'No pidió ninguna afiliación.', history.requests, {
    Solicitud: ({ reference }) => reference,
    Programa: ({ programmeName }) => programmeName,
    Cuándo: ({ at }) => at,
    Estado: ({ state }) => REQUEST_STATE_LABELS[state],
  }),
  table('Mensajes', 'No escribió mensajes.', history.messages, {
    Cuándo: ({ at }) => at,
    Tipo: ({ id, type }) => link('message', id, type),
    // Free text of the driver, who may write anything there.
    Título: ({ title }) => (shown ? title : '•••'),
    Estado: ({ state }) => MESSAGE_STATE_LABELS[state],
  }),
  table('Sesiones abiertas', 'No tiene sesiones abiertas.', history.sessions, {
    Dispositivo: ({ device, platform }) => device || (LOGINS[platform] ?? 'Sin nombre'),
    Abierta: ({ createdAt }) => createdAt,
    'Último uso': ({ seenAt }) => seenAt,
  }),
  table('Dispositivos con avisos', 'Ningún dispositivo recibe avisos.', history.devices, {
    Plataforma: ({ platform }) => PLATFORMS[platform],
    Desde: ({ registeredAt }) => registeredAt,
  }),
  table(
    'Correos que le mandamos',
    'No le mandamos correos en los últimos 30 días.',
    history.mails,
    {
      Cuándo: ({ at }) => at,
      Asunto: ({ subject }) => subject,
      Mandado: ({ sentAt, deadAt }) =>
        sentAt ??
        (deadAt ? { text: 'No salió', tone: 'bad' } : { text: 'En cola', tone: 'neutral' }),
    },
  ),
]
