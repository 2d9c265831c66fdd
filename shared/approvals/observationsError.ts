import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'

/**
 * The error of the observations of a decision, as a sentence. The call takes a rejection without a
 * reason; the screens ask for one, because the driver reads it.
 */
export function observationsError(text: string, authorized: boolean): string | undefined {
  if (!authorized && text.trim() === '') return 'Contale por qué la rechazás: lo va a leer.'
  return validateMembershipRequest.request.shape.observations.safeParse(text).error?.issues[0]
    ?.message
}
