/** The car of the address of Mi auto, for purchases whose car is not known. */
export const NO_CAR = 'none'
