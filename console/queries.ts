import type { RequestState } from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { contactMessages } from '#contract/operator/contactMessages.ts'
import { gatewayReport } from '#contract/operator/gatewayReport.ts'
import type { RequestOf, Service } from '#contract/service.ts'

/** What screens ask the server, the same from a route's loader and from the screen itself. */
const ask = <S extends Service>(service: S, params: RequestOf<S>) => [service, params] as const

/** In pages. @param state empty for all */
export const requestsIn = (state: RequestState | '') =>
  ask(membershipRequestList, { state, count: 50 })
/** One request as it stands now. */
export const requestOf = (reference: string) => ask(membershipRequestList, { reference })
/** In pages. */
export const everyMessage = () => ask(contactMessages, { count: 50 })
/** In pages, a month of days each. */
export const gatewayDays = () => ask(gatewayReport, { count: 30 })
