/** Response codes of the gateway and of card issuers (docs/geopay.md). */
export const GATEWAY_CODES = {
  approved: '00',
  declined: '05',
  invalidTransaction: '12',
  invalidAmount: '13',
  /** The token is unknown or expired. */
  expired: '25',
  noFunds: '51',
  cardExpired: '54',
  issuerDown: '91',
  /** The audit number was used before with another body. */
  duplicate: '94',
  malfunction: '96',
} as const
