/** A cédula as it is printed: `1.234.567-2`; another text stays as it is. */
export const documentText = (document: string): string =>
  document.replace(/^(\d)(\d{3})(\d{3})(\d)$/, '$1.$2.$3-$4')

/** An Uruguayan mobile in its national form: `092 100 001`; another number stays as it is. */
export const mobileText = (mobile: string): string =>
  mobile.replace(/^\+598(\d{2})(\d{3})(\d{3})$/, '0$1 $2 $3')
