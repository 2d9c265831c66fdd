import type { OpeningState } from '#app/features/stations/openingHours.ts'

const clock = (minutes: number) =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** The state in words: `Abierta hasta las 22:00`; null when it is unknown. */
export function openingText(state: OpeningState): string | null {
  if (state.kind === 'unknown') return null
  if (state.kind === 'open')
    return state.closesAt === null ? 'Abierta' : `Abierta hasta ${at(state.closesAt)}`
  const when = ['', 'mañana '][state.inDays] ?? `en ${state.inDays} días `
  return `Cerrada · abre ${when}a ${at(state.opensAt)}`
}

const at = (minutes: number) => `${Math.floor(minutes / 60) === 1 ? 'la' : 'las'} ${clock(minutes)}`
