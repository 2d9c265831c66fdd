import { Button } from '#kit/display/Button.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'

interface Props {
  /**
   * The action that shows a wider period or all stations; null when the filter is already the
   * widest.
   */
  wider: { label: string; onPress: () => void } | null
}

/** Empty state of a period or station without movements. */
export function NoMovements({ wider }: Props) {
  return (
    <EmptyState
      picture="pump"
      title="Sin movimientos"
      action={
        wider && (
          <Button kind="quiet" onClick={wider.onPress}>
            {wider.label}
          </Button>
        )
      }
    >
      No hubo cargas ni compras en el período que elegiste.
    </EmptyState>
  )
}
