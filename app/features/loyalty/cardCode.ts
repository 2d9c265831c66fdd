/** A loyalty's code in groups of four, as on a plastic card. */
export const cardCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')
