/** `1 punto`, `2 puntos`, in Spanish. @param shown the number as it is written */
export const pointsText = (points: number, shown = String(points)): string =>
  `${shown} ${Math.abs(points) === 1 ? 'punto' : 'puntos'}`

/** `30 puntos pendientes: podés usarlos desde el 22/11/2026`. @param from when they can be spent, as it is written */
export function pendingText(points: number, from: string, shown?: string): string {
  const one = points === 1
  const use = from && `: podés usar${one ? 'lo' : 'los'} desde ${from}`
  return `${pointsText(points, shown)} ${one ? 'pendiente' : 'pendientes'}${use}`
}
