/** A mobile number as people here write it: `099 123 456`; one of another country in E.164. */
export const mobileText = (mobile: string): string =>
  mobile.replace(/^\+598(9\d)(\d{3})(\d{3})$/, '0$1 $2 $3')
