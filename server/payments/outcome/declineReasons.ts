import { GATEWAY_CODES } from '#contract/geopay.ts'

/** The reason of a decline for the cardholder, by the issuer's code (`docs/geopay.md`). */
const REASONS: Readonly<Record<string, string>> = {
  [GATEWAY_CODES.declined]: 'El emisor de la tarjeta no autorizó el pago.',
  [GATEWAY_CODES.invalidTransaction]: 'El emisor de la tarjeta no acepta esta operación.',
  [GATEWAY_CODES.invalidAmount]: 'El emisor de la tarjeta no acepta este importe.',
  '14': 'El número de tarjeta no es válido.',
  [GATEWAY_CODES.noFunds]: 'La tarjeta no tiene fondos suficientes.',
  [GATEWAY_CODES.cardExpired]: 'La tarjeta está vencida.',
  '55': 'El PIN de la tarjeta no es correcto.',
  '57': 'La tarjeta no permite esta operación.',
  '61': 'El pago supera el límite de la tarjeta.',
  '65': 'La tarjeta llegó al límite de operaciones.',
  [GATEWAY_CODES.issuerDown]: 'El emisor de la tarjeta no respondió, y no se cobró nada.',
  [GATEWAY_CODES.malfunction]: 'La red de tarjetas tuvo un problema, y no se cobró nada.',
}

export const declineReason = (code: string) => REASONS[code] ?? 'La tarjeta no autorizó el pago.'
