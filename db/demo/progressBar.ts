const WIDTH = 30
const figure = new Intl.NumberFormat('es-UY')

/** Output of the progress: a terminal redraws one line, anything else gets one line per tenth. */
interface Terminal {
  isTTY?: boolean
  write(text: string): unknown
}

/** Writes how many movements are inserted. */
export function progressBar(terminal: Terminal): (done: number, all: number) => void {
  let lastTenth = 0
  return (done, all) => {
    const share = all > 0 ? Math.min(1, done / all) : 1
    const words = `${Math.floor(share * 100)} % · ${figure.format(done)} de ${figure.format(all)} movimientos`
    if (terminal.isTTY) {
      const full = Math.round(share * WIDTH)
      const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
      terminal.write(`\r${bar} ${words}${share === 1 ? '\n' : ''}`)
    } else if (Math.floor(share * 10) > lastTenth) {
      lastTenth = Math.floor(share * 10)
      terminal.write(`${words}\n`)
    }
  }
}
