import { askingFor } from '#app/listAddress.ts'
import { ConsumptionSummary, SummaryHold } from '#app/parts/ConsumptionSummary.tsx'
import { ListPeriod } from '#app/parts/ListPeriod.tsx'
import { LoyaltyChoice } from '#app/parts/LoyaltyChoice.tsx'
import { MovementList } from '#app/parts/MovementList.tsx'
import { NoMovements } from '#app/parts/NoMovements.tsx'
import { OfLoyalty } from '#app/parts/OfLoyalty.tsx'
import { Screen } from '#app/parts/Screen.tsx'
import { Statement } from '#app/parts/Statement.tsx'
import { statementOf } from '#app/questions.ts'
import { useListAddress } from '#app/useListAddress.ts'
import { useLoyalties } from '#app/useLoyalties.ts'
import { useNow } from '#app/useNow.ts'
import { periodText, presetOf, presetPeriod } from '#kit/period.ts'
import { Shown } from '#kit/Shown.tsx'
import { Skeleton } from '#kit/Skeleton.tsx'
import { Tabs } from '#kit/Tabs.tsx'
import { TextLink } from '#kit/TextLink.tsx'
import { usePages } from '#kit/usePages.ts'

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
