import { Button } from '#kit/display/Button.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'

interface Props {
  /** Of the list. */
  title: string
  filtered: boolean
  onClear: () => void
}

export function NoRows({ title, filtered, onClear }: Props) {
  if (!filtered)
    return (
      <EmptyState picture="signpost" title={`No hay nada en «${title}»`}>
        Lo que llegue aparece acá solo.
      </EmptyState>
    )
  return (
    <EmptyState
      picture="signpost"
      title="No hay nada así"
      action={
        <Button kind="quiet" onClick={onClear}>
          Sacar los filtros
        </Button>
      }
    >
      Nada pasa los filtros que elegiste.
    </EmptyState>
  )
}
