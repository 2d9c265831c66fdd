import { registerPlugin } from '@capacitor/core'
import { CameraError } from '#app/device/camera.ts'

/**
 * The plugin of @capacitor/barcode-scanner by its name: its own module brings a browser's scanner of
 * 300 kB.
 */
const Scanner = registerPlugin<{
  scanBarcode: (options: object) => Promise<{ ScanResult: string }>
}>('CapacitorBarcodeScanner')

/** The plugin's numbers: QR codes, the camera at the back, any orientation. */
const OPTIONS = { hint: 0, cameraDirection: 1, scanOrientation: 3 }
/** The plugin's codes of an end without a code. */
const CANCELLED = 'OS-PLUG-BARC-0006'
const DENIED = 'OS-PLUG-BARC-0007'

/** Shows the phone's scanner. @returns null when it was closed. @throws CameraError */
export async function scanCode(): Promise<string | null> {
  try {
    const { ScanResult } = await Scanner.scanBarcode({
      ...OPTIONS,
      scanInstructions: 'Apuntá al código QR de la factura.',
      scanButton: false,
      scanText: ' ',
      cancelButtonAccessibilityLabel: 'Cerrar la cámara',
      torchButtonOnAccessibilityLabel: 'Apagar la linterna',
      torchButtonOffAccessibilityLabel: 'Prender la linterna',
    })
    return ScanResult
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === CANCELLED) return null
    throw new CameraError(code === DENIED ? 'denied' : 'busy')
  }
}
