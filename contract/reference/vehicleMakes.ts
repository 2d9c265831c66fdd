/** Vehicle makes; `updatedData` of the response header carries them under the name `marks`. */
export const VEHICLE_MAKES = [
  { code: 'chevrolet', text: 'Chevrolet' },
  { code: 'fiat', text: 'Fiat' },
  { code: 'nissan', text: 'Nissan' },
] as const

/** The code of a listed make, given by its code or name; any other text with single spaces. */
export function toMark(text: string): string {
  const wanted = text.toLowerCase()
  const listed = VEHICLE_MAKES.find((make) => make.code === wanted)
  return listed?.code ?? text.replaceAll(/\s+/g, ' ')
}

/** The name of a vehicle's make: that of the list, or the text that was given. */
export const makeName = (mark: string): string =>
  VEHICLE_MAKES.find(({ code }) => code === mark)?.text ?? mark
