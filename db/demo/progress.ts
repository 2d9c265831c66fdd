const figure = new Intl.NumberFormat('es-UY')

/** Writes how many movements are inserted: one line per tenth. */
export function reportProgress(output: { write(text: string): unknown }) {
  let lastTenth = 0
  return (done: number, all: number): void => {
    const share = all > 0 ? Math.min(1, done / all) : 1
    if (Math.floor(share * 10) === lastTenth) return
    lastTenth = Math.floor(share * 10)
    const percent = Math.floor(share * 100)
    output.write(`${percent} % · ${figure.format(done)} de ${figure.format(all)} movimientos\n`)
  }
}
