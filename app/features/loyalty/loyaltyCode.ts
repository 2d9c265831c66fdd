/** A membership's code in groups of four, as on a plastic card. */
export const groupedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1 ')
