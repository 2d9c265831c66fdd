/** Vehicle makes: what `updatedData` brings under the name `marks`. */
export const VEHICLE_MAKES = [
  { code: 'chevrolet', text: 'Chevrolet' },
  { code: 'fiat', text: 'Fiat' },
  { code: 'nissan', text: 'Nissan' },
] as const
