const formats = {
  '858': new Intl.NumberFormat('es-UY', { style: 'currency', currency: 'UYU' }),
  '840': new Intl.NumberFormat('es-UY', { style: 'currency', currency: 'USD' }),
}

/** Formats cents: `$ 1.234,50`, `US$ 1.234,50`. */
export function money(cents: number, currency: keyof typeof formats): string {
  return formats[currency].format(cents / 100)
}

const clock = new Intl.DateTimeFormat('es-UY', {
  timeZone: 'America/Montevideo',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The time of day in Montevideo: `14:32`. */
export function timeOfDay(ms: number): string {
  return clock.format(new Date(ms))
}
