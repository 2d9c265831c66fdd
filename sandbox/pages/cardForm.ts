import { findCard, passesLuhn, type TestCard } from '#sandbox/cards.ts'
import type { Order } from '#sandbox/entry.ts'

/** The fields of the card form, by their names on the page. */
export const FIELDS = ['number', 'holder', 'expiry', 'cvv', 'installments'] as const
export type Field = (typeof FIELDS)[number]
/** The texts of a submitted form; never stored. */
export type Typed = Record<Field, string>
export type FieldErrors = Partial<Record<Field, string>>

/** The text of one field of a body, at most 200 characters; empty when it is no text. */
export function textOf(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null) return ''
  const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : ''
  return typeof value === 'string' ? value.slice(0, 200) : ''
}

export const typedIn = (body: unknown) =>
  Object.fromEntries(FIELDS.map((name) => [name, textOf(body, name)])) as Typed

/** Validates the form: the card and the instalments, or the error of each field. */
export function check(
  order: Order,
  typed: Typed,
  now: Date,
): { card: TestCard; installments: number } | { errors: FieldErrors } {
  const number = typed.number.replaceAll(/[\s-]/g, '')
  const card = findCard(number)
  const installments = Number(typed.installments || '1')
  const isCvv = /^\d{3}$/.test(typed.cvv.trim())
  const found: Record<Field, string | null> = {
    number: numberError(number, card),
    holder: holderError(typed.holder.trim()),
    expiry: expiryError(typed.expiry, now),
    cvv: isCvv ? null : 'Ingresá los 3 números del dorso de la tarjeta.',
    installments: installmentsError(order, installments, card),
  }
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(found).flatMap(([field, error]) => (error ? [[field, error]] : [])),
  )
  return card && Object.keys(errors).length === 0 ? { card, installments } : { errors }
}

function numberError(number: string, card: TestCard | undefined): string | null {
  if (number === '') return 'Ingresá el número de la tarjeta.'
  if (!/^\d{13,19}$/.test(number)) return 'El número tiene entre 13 y 19 dígitos.'
  if (!passesLuhn(number)) return 'Revisá el número: algún dígito no es correcto.'
  if (!card) return 'Esta pasarela es de pruebas: usá una de las tarjetas de la lista.'
  return null
}

function holderError(holder: string): string | null {
  if (holder === '') return 'Ingresá el nombre como figura en la tarjeta.'
  if (holder.length < 2 || holder.length > 60 || /\d{4}/.test(holder))
    return 'Revisá el nombre: va como figura en la tarjeta, hasta 60 letras.'
  return null
}

function expiryError(expiry: string, now: Date): string | null {
  const parts = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(expiry)
  if (!parts) return 'Ingresá el vencimiento como MM/AA, por ejemplo 08/29.'
  // A card is valid until the end of its month.
  const end = Date.UTC(2000 + Number(parts[2]), Number(parts[1]), 1)
  return end <= now.getTime() ? 'La tarjeta está vencida.' : null
}

function installmentsError(order: Order, chosen: number, card: TestCard | undefined) {
  if (!Number.isInteger(chosen) || chosen < 1 || chosen > order.maxInstallments)
    return `Elegí de 1 a ${order.maxInstallments} cuotas.`
  if (card?.type === 'D' && chosen > 1) return 'Con débito se paga en 1 cuota.'
  return null
}
