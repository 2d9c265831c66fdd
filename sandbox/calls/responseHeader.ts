import { toStamp } from '#contract/dates.ts'
import type { PaymentResponse } from '#contract/geopay.ts'
import type { Clock } from '#sandbox/clock.ts'

/** An unsigned header. */
export function responseHeader(
  clock: Clock,
  responseCode: string,
  responseDescription: string,
): PaymentResponse['responseHeader'] {
  return { responseCode, responseDescription, rrn: rrn(clock), digitalSign: '' }
}

/** Retrieval reference number: month and day, then 8 random digits. */
function rrn(clock: Clock): string {
  const random = String(clock.random(6).readUIntBE(0, 6) % 100_000_000).padStart(8, '0')
  return toStamp(new Date(clock.now())).slice(4, 8) + random
}
