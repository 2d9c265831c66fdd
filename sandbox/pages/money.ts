const formats = {
  '858': new Intl.NumberFormat('es-UY', { style: 'currency', currency: 'UYU' }),
  '840': new Intl.NumberFormat('es-UY', { style: 'currency', currency: 'USD' }),
}

/** Formats cents: `$ 1.234,50`, `US$ 1.234,50`. */
export function money(cents: number, currency: keyof typeof formats): string {
  return formats[currency].format(cents / 100)
}
