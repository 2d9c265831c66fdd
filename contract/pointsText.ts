/** `1 punto`, `2 puntos`, in Spanish. @param shown the number as it is written */
export const pointsText = (points: number, shown = String(points)): string =>
  `${shown} ${Math.abs(points) === 1 ? 'punto' : 'puntos'}`
