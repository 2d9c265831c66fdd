import { askingFor } from '#app/parts/movements/listSearchParams.ts'
import { ConsumptionSummary, SummaryHold } from '#app/parts/movements/ConsumptionSummary.tsx'
import { ListPeriod } from '#app/parts/movements/PeriodFilter.tsx'
import { LoyaltyChoice } from '#app/parts/movements/LoyaltySelect.tsx'
import { MovementList } from '#app/parts/movements/MovementList.tsx'
import { NoMovements } from '#app/parts/movements/NoMovements.tsx'
import { OfLoyalty } from '#app/parts/movements/RequireLoyalty.tsx'
import { Screen } from '#app/parts/shell/AppScreen.tsx'
import { Statement } from '#app/parts/movements/Statement.tsx'
import { statementOf } from '#app/queries.ts'
import { useListAddress } from '#app/parts/movements/useListSearchParams.ts'
import { useLoyalties } from '#app/parts/movements/useLoyalties.ts'
import { useNow } from '#app/device/useNow.ts'
import { periodText, presetOf, presetPeriod } from '#kit/format/period.ts'
import { Shown } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { Tabs } from '#kit/display/Tabs.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { usePages } from '#kit/api/useInfiniteCall.ts'

const SIDES = ['movements', 'statement'] as const

/** Consumo: what one loyalty bought in a period, by month and line by line, and its points. */
export default function ListLoyaltyMovements() {
  const loyalties = useLoyalties()
  return (
    <Screen title="Consumo">
      <OfLoyalty loyalties={loyalties} hold={<SummaryHold />}>
        {(loyaltyCode) => (
          <>
            <LoyaltyChoice {...loyalties} />
            <Consumption loyaltyCode={loyaltyCode} />
          </>
        )}
      </OfLoyalty>
    </Screen>
  )
}

function Consumption({ loyaltyCode }: { loyaltyCode: string }) {
  const now = useNow()
  const address = useListAddress()
  const { period, setPeriod } = address
  const [pages, more] = usePages(...statementOf(loyaltyCode, period))
  const wider =
    presetOf(period, now) === 'year'
      ? null
      : { label: 'Ver este año', onPress: () => setPeriod(presetPeriod('year', now)) }
  return (
    <>
      <ListPeriod value={period} onChange={setPeriod} now={now} />
      <Shown of={pages} hold={<SummaryHold />}>
        {([first]) =>
          first && <ConsumptionSummary months={first.accountStatus.discounts} period={period} />
        }
      </Shown>
      <Tabs
        label="Detalle"
        value={SIDES.find((side) => side === address.word('side')) ?? 'movements'}
        onChange={(side) => address.setWord('side', side === 'movements' ? '' : side)}
        tabs={[
          {
            value: 'movements',
            label: 'Movimientos',
            content: (
              <>
                <div>
                  <TextLink to="/movements" search={askingFor(period, now)}>
                    Buscar por estación
                  </TextLink>
                </div>
                <MovementList
                  loyaltyCode={loyaltyCode}
                  period={period}
                  empty={<NoMovements wider={wider} />}
                />
              </>
            ),
          },
          {
            value: 'statement',
            label: 'Estado de cuenta',
            content: (
              <Shown of={pages} hold={<Skeleton shape="row" count={6} />}>
                {(answer) => (
                  <Statement
                    key={`${loyaltyCode} ${periodText(period)}`}
                    pages={answer}
                    more={more}
                    period={period}
                  />
                )}
              </Shown>
            ),
          },
        ]}
      />
    </>
  )
}
