import type { SearchTerm } from '#server/console/consoleKind.ts'
import type { Viewer } from '#server/console/viewer.ts'
import { readMobile } from '#server/user/parseMobile.ts'

type Text = Pick<SearchTerm, 'text' | 'compact'>

/**
 * The numbers of a person that a searched text can be, as they are stored, and the name. A page shows them
 * masked; to find them is to read them, so that only a viewer who may show them searches by them.
 */
export function personalTerm({ text, compact }: Text) {
  const mobile = readMobile(text)
  return {
    ...(/^\d{7,8}$/.test(compact) && { documentNumber: compact.padStart(8, '0') }),
    ...(mobile && { mobile }),
    ...(/^(?=.*\d)[A-Z\d]{5,8}$/.test(compact) && { plate: compact }),
    ...(/^(?=.*\d)[A-Z\d]{4,30}$/.test(compact) && { cardNumber: compact }),
    ...(/^\p{L}[\p{L}\p{M}'’. -]{2,60}$/u.test(text) && { name: text }),
  }
}

/** What of a driver a searched text can be, for this viewer. */
export function driverTerm({ text, compact }: Text, { isAdministrator }: Viewer) {
  const email = text.toLowerCase()
  return {
    ...(email.includes('@') && { email }),
    ...(/^\d{8,20}$/.test(compact) && { loyaltyCode: compact }),
    ...(isAdministrator ? personalTerm({ text, compact }) : {}),
  }
}
