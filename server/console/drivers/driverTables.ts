import type { ObjectPage } from '#contract/console/objectPage.ts'
import { ADJUSTMENT_REASONS } from '#contract/entities/pointsAdjustment.ts'
import { PESOS } from '#contract/money.ts'
import { productName } from '#contract/reference/stationServices.ts'
import type { Account, sponsoredMemberships } from '#db/console/driverHistory.ts'
import { maskedNumber } from '#server/console/maskedText.ts'
import { table } from '#server/console/shownValues.ts'

type Memberships = Awaited<ReturnType<typeof sponsoredMemberships>>

/** The adjustments that wait for a second operator; no table without them. */
export function waitingTable({ adjustments }: Account): ObjectPage['tables'] {
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

/** What identifies a person, masked unless `shown`. */
export const private_ = (text: string, shown: boolean) => (shown ? text : maskedNumber(text))

/** The loyalties of a person; the numbers of their cards are masked unless `shown`. */
export const loyaltyTable = (loyalties: Memberships['loyalties'], shown: boolean) =>
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
export const vehicleTable = (vehicles: Memberships['vehicles'], shown: boolean) =>
  table('Vehículos', 'No tiene vehículos.', vehicles, {
    Matrícula: ({ plate }) => private_(plate, shown),
    Marca: ({ mark }) => mark,
    Combustible: ({ fuel }) => productName(fuel),
    Afiliación: ({ loyaltyCode }) => loyaltyCode,
  })
