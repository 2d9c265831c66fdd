import { Button } from '#kit/display/Button.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'

interface Props {
  /** The way to a wider view, and its name; without one the view is as wide as it gets. */
  wider: { label: string; onPress: () => void } | null
}

/** A period, or a station in it, without movements. */
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
