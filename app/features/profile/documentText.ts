/** A cédula as it is printed: `1.234.567-2`. */
export const documentText = (documentNumber: string): string =>
  documentNumber.replace(/^0?(\d{1,2}?)(\d{3})(\d{3})(\d)$/, '$1.$2.$3-$4')
