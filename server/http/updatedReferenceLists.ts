import type { ResponseHeader } from '#contract/header.ts'
import { BANKS } from '#contract/reference/banks.ts'
import { VEHICLE_MAKES } from '#contract/reference/vehicleMakes.ts'

/** `yyyyMMddHHmmss` of the last edit of the lists below; update it when one of them changes. */
const LISTS_CHANGED_AT = '20260901000000'

const list = (items: readonly { code: string; text: string }[]) => JSON.stringify(items)
const LISTS = [
  { name: 'banks', value: list(BANKS.map((text) => ({ code: text, text }))) },
  { name: 'marks', value: list(VEHICLE_MAKES) },
]

/** The reference lists that changed since the caller's last update; null when none did. */
export function updatedReferenceLists(lastUpdate: string): ResponseHeader['updatedData'] {
  return lastUpdate.replaceAll(/\D/g, '') < LISTS_CHANGED_AT ? LISTS : null
}
