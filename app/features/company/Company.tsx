import { CompanyDrivers } from '#app/features/company/CompanyDrivers.tsx'
import { CompanyInvitation } from '#app/features/company/CompanyInvitation.tsx'
import { CompanyMonth } from '#app/features/company/CompanyMonth.tsx'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { companyDrivers } from '#contract/loyalty/companyDrivers.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

/** What a loyalty has to do with companies: those that invited its holder, and its own when it has a RUT. */
export function Company({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode, clientRUT } = loyalty
  const query = useCallQuery(companyDrivers, {})
  return (
    <>
      <QueryView query={query} skeleton={clientRUT ? <Skeleton shape="card" /> : null}>
        {({ drivers }) => (
          <>
            {drivers
              .filter((one) => one.loyaltyCode === '')
              .map((one) => (
                <CompanyInvitation key={one.invitationId} loyalty={loyalty} of={one} />
              ))}
            {clientRUT !== '' && (
              <CompanyDrivers
                loyaltyCode={loyaltyCode}
                drivers={drivers.filter((one) => one.loyaltyCode === loyaltyCode)}
              />
            )}
          </>
        )}
      </QueryView>
      {clientRUT !== '' && <CompanyMonth loyalty={loyalty} />}
    </>
  )
}
