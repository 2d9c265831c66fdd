import * as z from 'zod/mini'
import { Vehicle } from '#contract/entities/loyalty.ts'
import { period } from '#contract/fields/period.ts'
import { next } from '#contract/fields/pagination.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { Stamp } from '#contract/money.ts'
import { service } from '#contract/service.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/** A member of a programme, with the vehicles in force. */
export const ActiveMembership = z.object({
  loyaltyCode: z.string(),
  programme: z.string(),
  /** The member, as `removeMembership` names them. */
  clientId: z.string(),
  holder: z.string(),
  clientRUT: z.string(),
  clientCardNumber: z.string(),
  since: Stamp,
  vehicles: z.array(Vehicle),
})
export type ActiveMembership = z.infer<typeof ActiveMembership>

/**
 * The memberships in force behind a code, newest first, narrowed by RUT and card when given. A
 * driver's code is that of one of their loyalties; who approves gives the code of a programme that
 * is theirs to decide on, and gets its members.
 * Errors: 05 a code that does not exist or is not the caller's.
 */
export const activeMembershipList = service({
  group: 'loyalty',
  name: 'activeMembershipList',
  access: 'signedIn',
  request: {
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    clientRUT: withDefault(opaqueCode(30, 'El RUT tiene doce dígitos.'), ''),
    clientCardNumber: withDefault(
      opaqueCode(30, 'El número de tarjeta tiene entre 6 y 16 dígitos.'),
      '',
    ),
    count: period.count,
    after: period.after,
  },
  response: { memberships: z.array(ActiveMembership), next },
})
