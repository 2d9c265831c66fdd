import * as z from 'zod/mini'
import { Loyalty } from '#contract/entities/loyalty.ts'
import { User } from '#contract/entities/user.ts'
import { Role } from '#contract/roles.ts'
import { service } from '#contract/service.ts'
import { Profile } from '#contract/fields/profile.ts'

/**
 * A person mends what they told of themselves. What is sent and may be changed is changed, what is
 * not sent stays; anything else in `user` (e-mail, document, roles, loyalties…) is passed over.
 * Answers as userData does. Errors: 05 with what to mend.
 */
export const updateUser = service({
  group: 'user',
  name: 'updateUser',
  access: 'signedIn',
  changes: true,
  request: { user: z.partial(z.object(Profile, 'Decinos qué querés cambiar de tus datos.')) },
  response: { user: User, loyalties: z.array(Loyalty), roles: z.array(Role) },
})
