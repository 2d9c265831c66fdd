/** A point in Uruguay: south and west bounds, north and east bounds. */
const URUGUAY = { latitude: [-35.2, -30], longitude: [-58.7, -53] } as const
export type Axis = keyof typeof URUGUAY

/** Decimal degrees with a point, as `-34.9`; null for another text. */
export const degrees = (text: string): number | null =>
  /^-\d{2}(\.\d+)?$/.test(text) ? Number(text) : null

/** Whether decimal degrees are between the bounds of Uruguay. */
export const isInUruguay = (axis: Axis, value: number): boolean =>
  value >= URUGUAY[axis][0] && value <= URUGUAY[axis][1]
