import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'

/** A membership request that the sponsor authorised and the network has not decided. */
export const aRequest = (more: Partial<MembershipRequest> = {}): MembershipRequest => ({
  reference: 'SOL-1',
  state: 'STATE_UBER_AUTHORIZED',
  datetime: '20261118093000',
  programme: 'uber',
  programmeName: 'Surtidor Uber',
  sponsored: true,
  own: false,
  holder: 'Patricia Sosa',
  documentNumber: '91000018',
  email: 'patricia@demo.surtidor.uy',
  mobile: '+59892100001',
  vehicle: { mark: 'fiat', plate: 'SAA1042', fuel: 'super' },
  clientRUT: '',
  clientCardNumber: '',
  accountBank: 'Itaú',
  accountBankType: 'CA',
  accountBankNumber: '0012345678',
  accountBankBranch: '',
  accountName: '',
  observations: 'Conduce desde mayo.',
  sponsorObservations: 'Conduce desde mayo.',
  networkObservations: '',
  leavingObservations: '',
  sponsorDatetime: '20261119101500',
  networkDatetime: '',
  sponsorName: 'Carla Núñez',
  networkName: '',
  ...more,
})

/** A request that waits for the sponsor. */
export const aPendingRequest = (more: Partial<MembershipRequest> = {}): MembershipRequest =>
  aRequest({
    state: 'PENDING',
    observations: '',
    sponsorObservations: '',
    sponsorDatetime: '',
    sponsorName: '',
    accountBank: '',
    accountBankType: '',
    accountBankNumber: '',
    ...more,
  })

/** The reply of `membershipRequestList`: the requests that match state, reference and search. */
export const listOf =
  (...all: MembershipRequest[]) =>
  ({ state = '', reference = '', search = '' }: Record<string, string>) => {
    const membershipRequests = all.filter(
      (one) =>
        (!state || one.state === state) &&
        (!reference || one.reference === reference) &&
        one.holder.includes(search),
    )
    return {
      membershipRequests,
      reference: membershipRequests[0]?.reference ?? '',
      programmes: [],
      next: '',
    }
  }
