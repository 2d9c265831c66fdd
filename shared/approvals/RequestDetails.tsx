import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { ACCOUNT_TYPES, bankText } from '#contract/reference/banks.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { DescriptionList, type OptionalDescription } from '#kit/display/DescriptionList.tsx'
import { documentText, mobileText } from '#kit/format/person.ts'
import { vehicleName } from '#kit/format/vehicle.ts'
import { linkClasses } from '#kit/style/linkClasses.ts'

/** The driver of a request, what they ask for, and the vehicle. */
export function RequestDetails({ request }: { request: MembershipRequest }) {
  const { vehicle, email, mobile } = request
  return (
    <DescriptionList
      facts={[
        { name: 'Programa', value: request.programmeName, strong: true },
        { name: 'Quién decide', value: request.sponsored ? 'Auspiciante y red' : 'La red' },
        given('Documento', documentText(request.documentNumber)),
        linked('Celular', mobileText(mobile), `tel:${mobile}`),
        linked('Correo', email, `mailto:${encodeURIComponent(email)}`),
        { name: 'Vehículo', value: vehicleName(vehicle) },
        { name: 'Combustible', value: productName(vehicle.fuel) },
        given('RUT', request.clientRUT),
        given('Tarjeta Surtidor', request.clientCardNumber),
        ...accountOf(request),
        { name: 'Referencia', value: request.reference },
      ]}
    />
  )
}

const given = (name: string, value: string): OptionalDescription => value && { name, value }

const linked = (name: string, text: string, href: string): OptionalDescription =>
  text && {
    name,
    value: (
      <a href={href} className={`${linkClasses} -my-2.5 wrap-anywhere`}>
        {text}
      </a>
    ),
  }

function accountOf(request: MembershipRequest): OptionalDescription[] {
  const { accountBank, accountBankType, accountBankNumber, accountBankBranch } = request
  if (!accountBank) return []
  const type = ACCOUNT_TYPES.find(({ code }) => code === accountBankType)?.text ?? accountBankType
  return [
    { name: 'Banco', value: bankText(accountBank) },
    { name: type, value: accountBankNumber },
    given('Sucursal', accountBankBranch),
    given('A nombre de', request.accountName),
  ]
}
