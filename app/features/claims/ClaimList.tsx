import { useNow } from '#app/device/useNow.ts'
import { CLAIM_STATE_STYLES, claimText } from '#app/features/claims/claimStates.ts'
import { PURCHASE_CLAIMS } from '#app/requests.ts'
import { shortDate } from '#contract/dates.ts'
import type { PurchaseClaim } from '#contract/entities/purchaseClaim.ts'
import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { useSelectedItem } from '#kit/browser/useSelectedParam.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { Money } from '#kit/display/Money.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { dateAndTime, nearDay } from '#kit/format/dates.ts'

export function ClaimList() {
  const query = useInfiniteCall(purchaseClaims, PURCHASE_CLAIMS)
  return (
    <QueryView query={query} skeleton={<Skeleton shape="row" count={2} />}>
      {(pages) => {
        const claims = pages.flatMap((page) => page.claims)
        if (claims.length === 0) return NO_CLAIMS
        return (
          <>
            <Claims claims={claims} />
            <LoadMore query={query} count={claims.length} within="en total" />
          </>
        )
      }}
    </QueryView>
  )
}

const NO_CLAIMS = (
  <EmptyState picture="receipt" title="Todavía no reclamaste ninguna compra">
    Acá vas a ver cada reclamo y cómo sigue.
  </EmptyState>
)

function Claims({ claims }: { claims: readonly PurchaseClaim[] }) {
  const now = useNow()
  const { item, isOpen, isMissing, choose, close } = useSelectedItem('id', claims)
  return (
    <>
      {isMissing && <Alert tone="warn">Ese reclamo no está entre los de abajo.</Alert>}
      <List label="Tus reclamos">
        {claims.map(({ id, receipt, datetime, state }) => {
          const { icon, tone, label } = CLAIM_STATE_STYLES[state]
          return (
            <ListItem
              key={id}
              onPress={() => choose(id)}
              mark={<IconCircle icon={icon} tone={tone} />}
              title={cfeText(receipt)}
              detail={
                <>
                  <span className="block">{nearDay(datetime, now)}</span>
                  <Badge tone={tone}>{label}</Badge>
                </>
              }
              trailing={<Money cents={receipt.amount} />}
            />
          )
        })}
      </List>
      {item && <ClaimSheet claim={item} open={isOpen} onClose={close} />}
    </>
  )
}

interface SheetProps {
  claim: PurchaseClaim
  open: boolean
  onClose: () => void
}

function ClaimSheet({ claim, open, onClose }: SheetProps) {
  const now = useNow()
  const { receipt, state, datetime, decidedAt, branchName } = claim
  const { tone, label } = CLAIM_STATE_STYLES[state]
  return (
    <LazySheet open={open} onClose={onClose} title={cfeText(receipt)}>
      <Alert tone={tone} title={label}>
        {claimText(claim, now)}
      </Alert>
      <DescriptionList
        facts={[
          branchName && { name: 'Dónde', value: branchName },
          { name: 'Fecha del comprobante', value: shortDate(receipt.date) },
          { name: 'Total a pagar', value: <Money cents={receipt.amount} />, strong: true },
          { name: 'RUT de la estación', value: receipt.rut },
          { name: 'Reclamado', value: dateAndTime(datetime) },
          decidedAt && { name: 'Contestado', value: dateAndTime(decidedAt) },
        ]}
      />
      {state === 'credited' && <TextLink to="/movements">Ver mis movimientos</TextLink>}
    </LazySheet>
  )
}
