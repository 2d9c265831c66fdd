import { useLocation } from '@tanstack/react-router'
import { Alert } from '#kit/feedback/Alert.tsx'
import { longDate, points } from '#kit/format/format.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The membership that the person just left: the answer of `removeMembership`. */
    left?: { programmeName: string; keptPoints: number; keptUntil: string }
  }
}

/** Tells what became of a membership that the person just left. */
export function LeftMembership() {
  const left = useLocation({ select: ({ state }) => state.left })
  if (!left) return null
  const { programmeName, keptPoints, keptUntil } = left
  return (
    <Alert tone="good" title={`Dejaste ${programmeName}`}>
      {keptPoints > 0
        ? `Te guardamos ${points(keptPoints)} ${keptPoints === 1 ? 'punto' : 'puntos'}: si volvés hasta el ${longDate(keptUntil)}, son tuyos otra vez.`
        : 'Tus consumos siguen guardados. Podés volver cuando quieras.'}
    </Alert>
  )
}
