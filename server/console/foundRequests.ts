import { REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import { idsNamed } from '#db/console/drivers.ts'
import { requestsNamed } from '#db/console/requests.ts'
import type { Db } from '#db/core/db.ts'
import type { SearchTerm } from '#server/console/consoleKind.ts'
import { maskedName } from '#server/console/maskedText.ts'
import { driverTerm } from '#server/console/personalTerm.ts'
import { valueOf } from '#server/console/shownValues.ts'
import type { Viewer } from '#server/console/viewer.ts'

const MAX_HITS = 10

/** The membership requests that a text names, and those of the drivers that it names. */
export async function foundRequests(db: Db, term: SearchTerm, viewer: Viewer) {
  const { plate, ...driver } = driverTerm(term, viewer)
  const found = await requestsNamed(
    db,
    viewer,
    {
      personIds: await idsNamed(db, { ...driver, ...(plate && { plate }) }, MAX_HITS),
      ...(/^[\w-]{3,40}$/.test(term.text) && { reference: term.text.toUpperCase() }),
      ...(plate && { plate }),
    },
    MAX_HITS,
  )
  return found.map(({ reference, at, programmeName, state, ...names }) => ({
    reference,
    title: maskedName(names),
    subtitle: `${programmeName} · ${REQUEST_STATE_LABELS[state]}`,
    date: valueOf(at),
  }))
}
