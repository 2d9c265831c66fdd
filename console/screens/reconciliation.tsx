import { countText, unresolvedCount } from '#console/discrepancyText.ts'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { ReconciledDay } from '#console/features/ReconciledDay.tsx'
import { PAGE_FIELDS } from '#console/firstPageFields.ts'
import type { GatewayDay } from '#contract/entities/reconciliation.ts'
import { gatewayReport } from '#contract/operator/gatewayReport.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { List } from '#kit/display/List.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { Stack } from '#kit/layout/Stack.tsx'

/** Comparación: the nightly reconciliations with the gateway, day by day. */
export default function Reconciliation() {
  const query = useInfiniteCall(gatewayReport, PAGE_FIELDS.gatewayReport)
  return (
    <ConsoleScreen title="Comparación">
      <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
        {(pages) => {
          const days = pages.flatMap((page) => page.days)
          if (days.length === 0) return <NoDays />
          return (
            <Stack>
              <Summary days={days} />
              <List label="Días comparados">
                {days.map((day) => (
                  <ReconciledDay key={day.day} day={day} />
                ))}
              </List>
              <LoadMore query={query} count={days.length} within="en total" />
            </Stack>
          )
        }}
      </QueryView>
    </ConsoleScreen>
  )
}

/** Whether any discrepancy needs an operator. */
function Summary({ days }: { days: readonly GatewayDay[] }) {
  const unresolved = days.reduce((sum, day) => sum + unresolvedCount(day), 0)
  if (unresolved === 0)
    return (
      <Alert tone="good" title="Todo cierra">
        En los {days.length} días que ves no queda ninguna diferencia por resolver.
      </Alert>
    )
  return (
    <Alert tone="warn" title={countText(unresolved, 'diferencia espera', 'diferencias esperan')}>
      Lo que se pudo se corrigió solo, preguntándole a la pasarela. Lo demás necesita que alguien lo
      hable con ella.
    </Alert>
  )
}

function NoDays() {
  return (
    <EmptyState picture="receipt" title="Todavía no hay comparaciones">
      Cada madrugada comparamos los pagos del día con los de la pasarela. La primera va a aparecer
      acá.
    </EmptyState>
  )
}
