const WIDTH = 30
const figure = new Intl.NumberFormat('es-UY')

/** Where progress is written: a terminal redraws its line, anything else gets one line per tenth. */
export interface Terminal {
  isTTY?: boolean
  write(text: string): unknown
}

/** Draws how many movements of how many stand. */
export function progressBar(screen: Terminal): (done: number, all: number) => void {
  let told = 0
  return (done, all) => {
    const share = all > 0 ? Math.min(1, done / all) : 1
    const words = `${Math.floor(share * 100)} % · ${figure.format(done)} de ${figure.format(all)} movimientos`
    if (screen.isTTY) {
      const full = Math.round(share * WIDTH)
      const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
      screen.write(`\r${bar} ${words}${share === 1 ? '\n' : ''}`)
    } else if (Math.floor(share * 10) > told) {
      told = Math.floor(share * 10)
      screen.write(`${words}\n`)
    }
  }
}
