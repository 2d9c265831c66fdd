import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Vehicle } from '#contract/entities/loyalty.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { ClientRut } from '#contract/fields/nationalIds.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/** A loyalty in force, with the vehicles in force. */
export const ActiveLoyalty = lazyObject(() => ({
  /** Code of the loyalty, as other calls take it; opaque. */
  loyaltyCode: z.string(),
  /** Code of the programme. */
  programme: z.string(),
  /** Id of the member, as `removeMembership` takes it. */
  clientId: z.string(),
  /** Name of the member. */
  holder: z.string(),
  /** RUT of the company that is billed, 12 digits; empty when there is none. */
  clientRUT: z.string(),
  /** Number of the loyalty card, 6 to 16 digits; empty when there is none. */
  clientCardNumber: z.string(),
  /** When the loyalty began, `yyyyMMddHHmmss` in Montevideo. */
  since: Stamp,
  /** Vehicles in force of the loyalty. */
  vehicles: z.array(Vehicle),
}))
export type ActiveLoyalty = z.infer<typeof ActiveLoyalty>

/**
 * Loyalties in force, newest first. A driver passes the code of one of their loyalties; a caller
 * that decides on requests passes the code of a programme and gets its members.
 * Errors: 05 a code that is unknown or not the caller's to list, or an invalid cursor.
 */
export const activeMembershipList = defineCall('loyalty', 'activeMembershipList', {
  access: 'signedIn',
  request: () => ({
    /** Code of a loyalty or of a programme. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    /** Only loyalties with this RUT; empty for all. */
    clientRUT: ClientRut,
    /** Only loyalties with this card number; empty for all. */
    clientCardNumber: withDefault(
      opaqueCode(30, 'El número de tarjeta tiene entre 6 y 16 dígitos.'),
      '',
    ),
    ...pagination(1000),
  }),
  response: () => ({
    /** Loyalties in force of this page, newest first. */
    memberships: z.array(ActiveLoyalty),
    next,
  }),
})
