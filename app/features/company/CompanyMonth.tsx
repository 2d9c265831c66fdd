import { useState } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { VehicleLimitSheet } from '#app/features/company/VehicleLimitSheet.tsx'
import { vehicleTitle } from '#app/features/company/vehicleTitle.ts'
import { DownloadMenu } from '#app/features/export/DownloadMenu.tsx'
import { ListDownload } from '#app/features/movements/ListDownload.tsx'
import { type DateFilter, toDate } from '#contract/dates.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { type CompanyVehicle, companyStatement } from '#contract/loyalty/companyStatement.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { fetchAllPages } from '#kit/api/fetchAllPages.ts'
import { Card } from '#kit/display/Card.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { Money } from '#kit/display/Money.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Select } from '#kit/form/Field.tsx'
import { longMonth } from '#kit/format/dates.ts'
import { litres, money } from '#kit/format/numbers.ts'
import { Section } from '#kit/layout/Section.tsx'

/** Months that can be chosen, this one among them. */
const MONTHS = 13

/** `yyyyMM` of this month in Montevideo and of the ones before, the newest first. */
function lastMonths(now: Date): string[] {
  const [year, month] = [+toDate(now).slice(0, 4), +toDate(now).slice(4, 6)]
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago)).toISOString().slice(0, 7).replace('-', ''),
  )
}

function daysOf(month: string): DateFilter {
  const [year, number] = [+month.slice(0, 4), +month.slice(4)]
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return {
    dateFrom: { year, month: number, day: 1 },
    dateTo: { year, month: number, day: last },
  }
}

/** A month of a company: its totals, its vehicles with their limits, and its files. */
export function CompanyMonth({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode } = loyalty
  const months = lastMonths(useNow())
  const [month, setMonth] = useState(months[0] ?? '')
  const [limited, setLimited] = useState<CompanyVehicle>()
  const query = useCallQuery(companyStatement, { loyaltyCode, month, count: 1 })
  return (
    <Section title={`Empresa, RUT ${loyalty.clientRUT}`}>
      <div className="flex items-end gap-1">
        <div className="min-w-0 flex-1">
          <Select
            label="Mes"
            value={month}
            onChange={(event) => setMonth(event.target.value)}
            options={months.map((code) => ({ value: code, label: longMonth(code) }))}
          />
        </div>
        <DownloadMenu>
          <ListDownload
            what="el resumen de la empresa"
            name="empresa"
            loyaltyCode={loyaltyCode}
            period={daysOf(month)}
            load={async (client) => {
              const [pages, { companyFiles }] = await Promise.all([
                fetchAllPages(client, companyStatement, { loyaltyCode, month }),
                import('#app/features/company/companyFiles.ts'),
              ])
              return companyFiles(pages)
            }}
          />
        </DownloadMenu>
      </div>
      <QueryView query={query} skeleton={<Skeleton shape="row" count={4} />}>
        {({ total, vehicles }) => (
          <>
            <Card>
              <DescriptionList
                facts={[
                  { name: 'Gastaron', value: money(total.amount) },
                  { name: 'Cargaron', value: litres(total.millilitres) },
                  { name: 'IVA que se descuenta', value: money(total.deductibleTax) },
                ]}
              />
              <p className="text-sm text-soft">
                Es el IVA del gasoil (Ley 18.109). Si te corresponde descontarlo, te lo confirma tu
                contador.
              </p>
            </Card>
            <List label="Vehículos de la empresa">
              {vehicles.map((vehicle) => (
                <ListItem
                  key={vehicle.plate}
                  title={vehicleTitle(vehicle)}
                  detail={vehicleDetail(vehicle)}
                  trailing={<Money cents={vehicle.amount} />}
                  {...(vehicle.vehicleId && { onPress: () => setLimited(vehicle) })}
                />
              ))}
            </List>
          </>
        )}
      </QueryView>
      <VehicleLimitSheet
        loyaltyCode={loyaltyCode}
        vehicle={limited}
        onClose={() => setLimited(undefined)}
      />
    </Section>
  )
}

/** `35,127 l · 82 % de su límite`. */
function vehicleDetail(vehicle: CompanyVehicle): string {
  const share = limitShare(vehicle)
  const limit = share === null ? 'Sin límite' : `${share} % de su límite`
  return [litres(vehicle.millilitres), ...(vehicle.vehicleId ? [limit] : [])].join(' · ')
}

/** What a vehicle has of the limit that it is nearer to, in whole percent; null without one. */
function limitShare(vehicle: CompanyVehicle): number | null {
  const { millilitres, amount, limitMillilitres, limitAmount } = vehicle
  const shares = [
    ...(limitMillilitres > 0 ? [millilitres / limitMillilitres] : []),
    ...(limitAmount > 0 ? [amount / limitAmount] : []),
  ]
  return shares.length === 0 ? null : Math.floor(Math.max(...shares) * 100)
}
