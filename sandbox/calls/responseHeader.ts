import { toStamp } from '#contract/dates.ts'
import type { PaymentResponse } from '#contract/geopay.ts'
import type { Clock } from '#sandbox/clock.ts'

/** A response header before it is signed. */
export function responseHeader(
  clock: Clock,
  responseCode: string,
  responseDescription: string,
): PaymentResponse['responseHeader'] {
  return { responseCode, responseDescription, rrn: rrn(clock), digitalSign: '' }
}

/** Retrieval reference number: 12 digits from the clock and a random number. */
function rrn(clock: Clock): string {
  const drawn = String(clock.random(6).readUIntBE(0, 6) % 100_000_000).padStart(8, '0')
  return toStamp(new Date(clock.now())).slice(4, 8) + drawn
}
