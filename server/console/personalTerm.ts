import type { SearchTerm } from '#server/console/consoleKind.ts'
import { readMobile } from '#server/user/parseMobile.ts'

/**
 * The numbers of a person that a searched text can be, as they are stored. A page shows them masked; to find
 * them is to read them, so that only a viewer who may show them searches by them.
 */
export function personalTerm({ text, compact }: Pick<SearchTerm, 'text' | 'compact'>) {
  const mobile = readMobile(text)
  return {
    ...(/^\d{7,8}$/.test(compact) && { documentNumber: compact.padStart(8, '0') }),
    ...(mobile && { mobile }),
    ...(/^(?=.*\d)[A-Z\d]{5,8}$/.test(compact) && { plate: compact }),
    ...(/^(?=.*\d)[A-Z\d]{4,30}$/.test(compact) && { cardNumber: compact }),
  }
}
