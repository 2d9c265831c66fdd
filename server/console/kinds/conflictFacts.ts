import { PESOS } from '#contract/money.ts'
import { productName } from '#contract/reference/stationServices.ts'
import type { UnusualDay } from '#db/stations/unusualTerminals.ts'
import type { Shown } from '#server/console/shownValues.ts'

export const productsOf = (lines: readonly { product: string }[]) =>
  lines.map(({ product }) => productName(product)).join(', ')

/** A day of a terminal beside an average one. */
export function unusualFacts(content: object): Record<string, Shown> {
  const found = content as UnusualDay
  return {
    Día: { day: found.day },
    'Puntos del día': { count: found.points },
    'Puntos de un día común': { count: found.usualPoints },
    'Importe del día': { cents: found.amount, currency: PESOS },
    'Importe de un día común': { cents: found.usualAmount, currency: PESOS },
  }
}

/** What is kept of a conflict: an item, a part of one, or what was paid and is owed. */
interface Reported {
  kind?: 'sale' | 'void' | 'return'
  ticket?: string
  shift?: string
  datetime?: string
  currency?: '858' | '840'
  lines?: { product?: string; amount: number }[]
  paid?: number
  owed?: number
}
const KINDS = { sale: 'Venta', void: 'Anulación', return: 'Devolución' } as const

export function reportedFacts(item: Reported): Record<string, Shown> {
  const { kind = 'sale', ticket = '', shift = '', lines, datetime, paid, owed } = item
  const cents = (value?: number) =>
    value === undefined ? undefined : { cents: value, currency: item.currency ?? PESOS }
  const sold = lines?.flatMap(({ product }) => (product ? [{ product }] : [])) ?? []
  return {
    'Qué es': KINDS[kind],
    Importe: cents(lines?.reduce((all, { amount }) => all + amount, 0)),
    Pagado: cents(paid),
    'Lo que se debía': cents(owed),
    Cuándo: datetime ? new Date(datetime) : undefined,
    Ticket: ticket,
    Turno: shift,
    Productos: productsOf(sold),
  }
}
