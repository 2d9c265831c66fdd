/** Vehicle makes; `updatedData` of the response header carries them under the name `marks`. */
export const VEHICLE_MAKES = [
  { code: 'chevrolet', text: 'Chevrolet' },
  { code: 'fiat', text: 'Fiat' },
  { code: 'nissan', text: 'Nissan' },
] as const
