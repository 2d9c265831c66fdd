import { useLocation } from '@tanstack/react-router'
import { Alert } from '#kit/feedback/Alert.tsx'
import { longDate } from '#kit/format/dates.ts'
import { points } from '#kit/format/numbers.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The loyalty that the person just left: the answer of `removeMembership`. */
    left?: { programmeName: string; retainedPoints: number; retainedUntil: string }
  }
}

/** Tells what became of a loyalty that the person just left. */
export function LoyaltyEndedNotice() {
  const left = useLocation({ select: ({ state }) => state.left })
  if (!left) return null
  const { programmeName, retainedPoints, retainedUntil } = left
  return (
    <Alert tone="good" title={`Dejaste ${programmeName}`}>
      {retainedPoints > 0
        ? `Te guardamos ${points(retainedPoints)} ${retainedPoints === 1 ? 'punto' : 'puntos'}: si volvés hasta el ${longDate(retainedUntil)}, son tuyos otra vez.`
        : 'Tus consumos siguen guardados. Podés volver cuando quieras.'}
    </Alert>
  )
}
