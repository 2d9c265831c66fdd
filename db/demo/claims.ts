import { DAY_MS } from '#contract/dates.ts'
import { REPORT_DAYS } from '#contract/entities/purchaseClaim.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import { rut } from '#db/demo/fakeIds.ts'
import type { Person } from '#db/demo/members.ts'
import { cfeIdentity } from '#db/stations/saleHistory.ts'

/**
 * Adds a claim for a receipt that no till has reported.
 * @param place tells it from the others
 */
export function addWaitingClaim(
  demo: DemoContext,
  person: Person,
  loyaltyCode: string,
  { daysAgo = 1, place = 0 } = {},
): void {
  const receipt = { rut: rut(21, 345_600), type: 101, series: 'A', number: 48_213 + place }
  const at = demo.dates.at(daysAgo, 20, 15)
  demo.rows.purchaseClaim.push({
    ...receipt,
    id: demo.nextId(),
    personId: person.id,
    loyaltyCode,
    identity: cfeIdentity(receipt),
    amount: 153_760,
    date: demo.dates.date(daysAgo + 1).replaceAll('-', ''),
    securityCode: 'k3Jx9Q',
    at,
    state: 'waiting',
    operatorFrom: new Date(at.getTime() + REPORT_DAYS * DAY_MS),
  })
}
