/**
 * The test cards by the title of their group on the help panel. The numbers are invented and belong
 * to no bank; a number with the prefix of DEBIT is a debit card. A row has the number, the issuer's
 * final answer, the behaviour beside it, the name, and the effect of a payment as the page shows it.
 */
const ROWS = {
  'Se aprueban': [
    ['9999000000030001', '00', 'plain', 'Crédito', 'Se aprueba.'],
    ['9999010000010002', '00', 'plain', 'Débito', 'Se aprueba, con la ley de débito.'],
    ['9999000000002000', '00', 'slow', 'Lenta', 'Se aprueba, después de una espera.'],
  ],
  'Se rechazan': [
    ['9999000000020051', '51', 'plain', 'Sin fondos', 'Se rechaza por falta de fondos.'],
    ['9999000000090054', '54', 'plain', 'Vencida', 'Se rechaza por tarjeta vencida.'],
    ['9999000000090005', '05', 'plain', 'No autorizada', 'El emisor no la autoriza.'],
  ],
  'El emisor no contesta': [
    ['9999000000040091', '00', 'issuerDown', 'Emisor caído', 'Queda en proceso y luego aprueba.'],
    ['9999000000021091', '91', 'issuerDown', 'Emisor mudo', 'Queda en proceso y luego rechaza.'],
  ],
  'Avisos al comercio': [
    ['9999000000073001', '00', 'webhookFirst', 'Aviso primero', 'El aviso llega antes que vos.'],
    ['9999000000063002', '00', 'webhookLost', 'Aviso perdido', 'El aviso no llega nunca.'],
    ['9999000000053003', '00', 'webhookTwice', 'Aviso repetido', 'El aviso llega tres veces.'],
    [
      '9999000000043004',
      '00',
      'webhookReordered',
      'Avisos cruzados',
      'Llega «en proceso» después de «aprobado».',
    ],
  ],
  'Vuelta al comercio': [
    ['9999000000054001', '00', 'badSignature', 'Firma falsa', 'Volvés con una firma inválida.'],
    [
      '9999000000044002',
      '00',
      'alteredAmount',
      'Importe alterado',
      'Volvés con otro importe, bien firmado.',
    ],
    ['9999000000034003', '00', 'pageClosed', 'Página cerrada', 'Se cobra y no volvés al comercio.'],
  ],
  Anulaciones: [
    [
      '9999000000025001',
      '00',
      'voidedLater',
      'Anulada después',
      'Se aprueba y la red la anula luego.',
    ],
    [
      '9999000000015002',
      '00',
      'voidedReordered',
      'Anulada, cruzada',
      'La anulación se avisa antes que el pago.',
    ],
  ],
} as const
type Row = (typeof ROWS)[keyof typeof ROWS][number]
const DEBIT = '999901'

/** A card of the simulated network. */
export type TestCard = ReturnType<typeof toCard>
/** The behaviour that a card simulates beside the issuer's answer. */
export type CardBehaviour = TestCard['behaviour']

const toCard = ([number, code, behaviour, name, description]: Row) => {
  const type = number.startsWith(DEBIT) ? ('D' as const) : ('C' as const)
  return { number, type, code, behaviour, name, description }
}

export const CARD_GROUPS: readonly (readonly [title: string, cards: readonly TestCard[]])[] =
  Object.entries(ROWS).map(([title, rows]) => [title, rows.map(toCard)])
export const CARDS = CARD_GROUPS.flatMap(([, cards]) => cards)

/** The test card of a number; undefined for any other number, which is never charged. */
export const findCard = (number: string) => CARDS.find((each) => each.number === number)

/** Whether a number of 13 to 19 digits passes Luhn's check. */
export function passesLuhn(number: string): boolean {
  const sum = number
    .split('')
    .reverse()
    .reduce((sum, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return sum + (value > 9 ? value - 9 : value)
    }, 0)
  return /^\d{13,19}$/.test(number) && sum % 10 === 0
}

/** The first six and the last four digits: the only form of a number that is stored. */
export function maskOf(number: string): string {
  return `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`
}

export const CODE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  '00': 'Aprobada',
  '05': 'No autorizada por el emisor',
  '51': 'Fondos insuficientes',
  '54': 'Tarjeta vencida',
  '91': 'El emisor no responde',
}

/** Amounts, in cents, that override an approving card (docs/geopay.md). */
export const MAGIC_AMOUNTS = {
  /** 51,51: declined for lack of funds. */
  isDeclined: (cents: number) => cents === 5151,
  /** x,91: the issuer is down. */
  isIssuerDown: (cents: number) => cents % 100 === 91,
  /** x,25: the token is expired from the start. */
  isExpired: (cents: number) => cents % 100 === 25,
}
