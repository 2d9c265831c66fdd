/** The behaviour that a card simulates beside the issuer's answer. */
export type CardBehaviour =
  | 'plain'
  | 'slow'
  | 'issuerDown'
  | 'webhookFirst'
  | 'webhookLost'
  | 'webhookTwice'
  | 'webhookReordered'
  | 'badSignature'
  | 'alteredAmount'
  | 'pageClosed'
  | 'voidedLater'
  | 'voidedReordered'

/** A card of the simulated network. The number is invented and belongs to no bank. */
export interface TestCard {
  number: string
  /** C credit, D debit. */
  type: 'C' | 'D'
  /** The issuer's final answer. */
  code: string
  behaviour: CardBehaviour
  name: string
  /** The effect of a payment with it, as the hosted page shows it. */
  description: string
}

const card = (
  number: string,
  code: string,
  behaviour: CardBehaviour,
  name: string,
  description: string,
  type: 'C' | 'D' = 'C',
): TestCard => ({ number, type, code, behaviour, name, description })

/** The test cards; the card decides the issuer's answer. */
export const CARDS: readonly TestCard[] = [
  card('9999000000030001', '00', 'plain', 'Crédito', 'Se aprueba.'),
  card('9999010000010002', '00', 'plain', 'Débito', 'Se aprueba, con la ley de débito.', 'D'),
  card('9999000000020051', '51', 'plain', 'Sin fondos', 'Se rechaza por falta de fondos.'),
  card('9999000000090054', '54', 'plain', 'Vencida', 'Se rechaza por tarjeta vencida.'),
  card('9999000000090005', '05', 'plain', 'No autorizada', 'El emisor no la autoriza.'),
  card('9999000000040091', '00', 'issuerDown', 'Emisor caído', 'Queda en proceso y luego aprueba.'),
  card('9999000000021091', '91', 'issuerDown', 'Emisor mudo', 'Queda en proceso y luego rechaza.'),
  card('9999000000002000', '00', 'slow', 'Lenta', 'Se aprueba, después de una espera.'),
  card('9999000000073001', '00', 'webhookFirst', 'Aviso primero', 'El aviso llega antes que vos.'),
  card('9999000000063002', '00', 'webhookLost', 'Aviso perdido', 'El aviso no llega nunca.'),
  card('9999000000053003', '00', 'webhookTwice', 'Aviso repetido', 'El aviso llega tres veces.'),
  card(
    '9999000000043004',
    '00',
    'webhookReordered',
    'Avisos cruzados',
    'Llega «en proceso» después de «aprobado».',
  ),
  card('9999000000054001', '00', 'badSignature', 'Firma falsa', 'Volvés con una firma inválida.'),
  card(
    '9999000000044002',
    '00',
    'alteredAmount',
    'Importe alterado',
    'Volvés con otro importe, bien firmado.',
  ),
  card(
    '9999000000034003',
    '00',
    'pageClosed',
    'Página cerrada',
    'Se cobra y no volvés al comercio.',
  ),
  card(
    '9999000000025001',
    '00',
    'voidedLater',
    'Anulada después',
    'Se aprueba y la red la anula luego.',
  ),
  card(
    '9999000000015002',
    '00',
    'voidedReordered',
    'Anulada, cruzada',
    'La anulación se avisa antes que el pago.',
  ),
]

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

/** Descriptions of the issuer's codes. */
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
