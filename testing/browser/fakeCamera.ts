import type { BrowserContext } from 'playwright-core'
import { encode } from 'uqr'

/** Pixels of one module of the code. */
const MODULE = 8

/** Gives the pages of a context, in any browser, a camera that sees a QR code with this text, on white. */
export async function showToCamera(context: BrowserContext, text: string): Promise<void> {
  const { data } = encode(text, { ecc: 'M', border: 4 })
  await context.addInitScript(
    ([rows, module]) => {
      const draw = (canvas: HTMLCanvasElement) => {
        const picture = canvas.getContext('2d')
        if (!picture) return
        picture.fillStyle = 'white'
        picture.fillRect(0, 0, canvas.width, canvas.height)
        picture.fillStyle = 'black'
        for (const [y, row] of rows.entries())
          for (const [x, isDark] of row.entries())
            if (isDark) picture.fillRect(x * module, y * module, module, module)
      }
      // The empty first page is no secure context.
      if (!isSecureContext) return
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement('canvas')
        canvas.width = canvas.height = rows.length * module
        draw(canvas)
        // A picture that does not change gives no further frames.
        setInterval(draw, 100, canvas)
        return canvas.captureStream(10)
      }
    },
    [data, MODULE] as const,
  )
}
