import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Camera, CameraError, type NoCamera, startCamera } from '#app/device/camera.ts'
import { trustedScript } from '#app/device/trustedScript.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker.
import workerAddress from '#app/features/scanner/scanWorker.ts?worker&url'

/** Milliseconds between two pictures. */
const INTERVAL_MS = 150
/** Pictures in a row that may fail before the scanner gives up: the reader did not load. */
const MAX_FAILURES = 3

export type ScannerState =
  | { kind: 'off' }
  | { kind: 'starting' }
  | { kind: 'scanning'; setTorch: Camera['setTorch'] }
  | { kind: NoCamera | 'unreadable' }

/**
 * The camera and its codes, from `start` until `stop`, the end of the component or the moment when
 * the page is hidden: the camera is released then.
 * @param onCode returns whether the code is taken, which ends the scan
 */
export function useScanner(onCode: (text: string) => boolean) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<ScannerState>({ kind: 'off' })
  const isOn = state.kind === 'starting' || state.kind === 'scanning'
  const found = useEffectEvent(onCode)
  useEffect(() => {
    if (!isOn) return undefined
    const run = new AbortController()
    const end = (last: ScannerState) => {
      if (!run.signal.aborted) setState(last)
    }
    const hide = () => {
      if (document.hidden) end({ kind: 'off' })
    }
    const scanCode = globalThis.nativeImplementations?.scanCode
    // A phone's own scanner covers the page, which may hide it.
    if (!scanCode) document.addEventListener('visibilitychange', hide, { signal: run.signal })
    const findOnce = (text: string | null) => text !== null && !run.signal.aborted && found(text)
    const scanning: Promise<unknown> = scanCode
      ? scanCode().then(findOnce)
      : scan(run.signal, video, setState, found)
    scanning.then(
      () => end({ kind: 'off' }),
      (error: unknown) => end({ kind: error instanceof CameraError ? error.reason : 'unreadable' }),
    )
    return () => run.abort()
  }, [isOn])
  return {
    state,
    /** Where the picture of the camera is drawn. */
    video,
    start: () => setState({ kind: 'starting' }),
    stop: () => setState({ kind: 'off' }),
  }
}

/** Opens the camera and reads its pictures until the signal or a code that is taken. @throws CameraError, or another error when the reader does not load */
async function scan(
  signal: AbortSignal,
  video: RefObject<HTMLVideoElement | null>,
  setState: (state: ScannerState) => void,
  found: (text: string) => boolean,
): Promise<void> {
  const camera = await startCamera()
  let reader: CodeReader | undefined
  try {
    if (signal.aborted) return
    signal.addEventListener('abort', camera.close)
    const { read } = (reader = await createCodeReader())
    const screen = video.current
    if (signal.aborted || !screen) return
    screen.srcObject = camera.stream
    await screen.play()
    if (signal.aborted) return
    setState({ kind: 'scanning', setTorch: camera.setTorch })
    await readUntil(signal, () => read(screen), found)
  } finally {
    reader?.close()
    camera.close()
  }
}

async function readUntil(
  signal: AbortSignal,
  read: () => Promise<string[]>,
  found: (text: string) => boolean,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      const [text] = await read()
      failures = 0
      if (text !== undefined && !signal.aborted && found(text)) return
    } catch (error) {
      if (++failures >= MAX_FAILURES) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
  }
}

interface CodeReader {
  read: (video: HTMLVideoElement) => Promise<string[]>
  close: () => void
}

/** The part of the browser's own detector that is used; Chromium on Android and macOS has it. */
interface NativeDetectorClass {
  new (options: {
    formats: string[]
  }): {
    detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>
  }
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's own reader, or zxing in a worker. */
async function createCodeReader(): Promise<CodeReader> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector
  const formats = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  if (!Native || !formats.includes('qr_code')) return workerReader()
  const detector = new Native({ formats: ['qr_code'] })
  return {
    read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
    close: () => undefined,
  }
}

/** Made once: a policy cannot be created again. */
let trustedAddress: URL | string | undefined

function workerReader(): CodeReader {
  trustedAddress ??= trustedScript('surtidor-scanner', workerAddress)
  const worker = new Worker(trustedAddress, { type: 'module' })
  return {
    read: async (video) => {
      const picture = await createImageBitmap(video)
      const answered = new AbortController()
      const once = { signal: answered.signal }
      return new Promise<string[]>((resolve, reject) => {
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<string[] | null>) =>
            data ? resolve(data) : reject(new Error('the picture was not read')),
          once,
        )
        worker.addEventListener('error', () => reject(new Error('the reader did not load')), once)
        worker.postMessage(picture, [picture])
      }).finally(() => answered.abort())
    },
    close: () => worker.terminate(),
  }
}
