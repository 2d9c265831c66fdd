import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { ACCOUNT_TYPES, bankText } from '#contract/reference/banks.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { type Description, DescriptionList } from '#kit/display/DescriptionList.tsx'
import { dateAndTime } from '#kit/format/format.ts'
import { vehicleName } from '#kit/format/vehicle.ts'

/** All fields of a request and its decisions so far. */
export function RequestDetails({ request }: { request: MembershipRequest }) {
  const { vehicle, observations } = request
  // The latest observations are shown above the list.
  const earlier = (words: string) => (words === observations ? '' : words)
  return (
    <DescriptionList
      facts={[
        { name: 'Programa', value: request.programmeName, strong: true },
        { name: 'Quién decide', value: request.sponsored ? 'Auspiciante y red' : 'La red' },
        { name: 'Vehículo', value: vehicleName(vehicle) },
        { name: 'Combustible', value: productName(vehicle.fuel) },
        ...given('RUT', request.clientRUT),
        ...given('Tarjeta Surtidor', request.clientCardNumber),
        ...accountOf(request),
        { name: 'Pedida', value: dateAndTime(request.datetime) },
        ...given('Decidió el auspiciante', momentOf(request.sponsorDatetime)),
        ...given('Dijo el auspiciante', earlier(request.sponsorObservations)),
        ...given('Decidió la red', momentOf(request.networkDatetime)),
        ...given('Dijo la red', earlier(request.networkObservations)),
        { name: 'Referencia', value: request.reference },
      ]}
    />
  )
}

const given = (name: string, value: string): Description[] => (value ? [{ name, value }] : [])
const momentOf = (stamp: string) => stamp && dateAndTime(stamp)

function accountOf(request: MembershipRequest): Description[] {
  const { accountBank, accountBankType, accountBankNumber, accountBankBranch } = request
  if (!accountBank) return []
  const type = ACCOUNT_TYPES.find(({ code }) => code === accountBankType)?.text ?? accountBankType
  return [
    { name: 'Banco', value: bankText(accountBank) },
    { name: type, value: accountBankNumber },
    ...given('Sucursal', accountBankBranch),
    ...given('A nombre de', request.accountName),
  ]
}
