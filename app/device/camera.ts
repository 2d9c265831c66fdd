/** Why there is no picture: permission was denied, there is no camera, or another program uses it. */
export type NoCamera = 'denied' | 'absent' | 'busy'

/** An open camera. */
export interface Camera {
  stream: MediaStream
  /** Switches the lamp; null when the camera has none. */
  setTorch: ((on: boolean) => Promise<void>) | null
  /** Releases the camera. */
  close: () => void
}

/**
 * Opens the camera at the back of a phone, or the only one. The browser asks for permission.
 * @throws the reason, as `NoCamera`
 */
export async function startCamera(): Promise<Camera> {
  // Without https the browser offers no camera.
  if (!('mediaDevices' in navigator)) throw reason('absent')
  const stream = await navigator.mediaDevices
    .getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    .catch((error: unknown) => {
      throw reason(reasonOf(error))
    })
  const [track] = stream.getVideoTracks()
  // Firefox has `getCapabilities` from 132.
  const hasTorch = track && 'getCapabilities' in track && 'torch' in track.getCapabilities()
  return {
    stream,
    setTorch: hasTorch
      ? (torch) => track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
      : null,
    close: () => {
      for (const one of stream.getTracks()) one.stop()
    },
  }
}

/** The error that carries a reason. */
export class CameraError extends Error {
  readonly reason: NoCamera
  constructor(why: NoCamera) {
    super(`camera: ${why}`)
    this.reason = why
  }
}
const reason = (why: NoCamera) => new CameraError(why)

function reasonOf(error: unknown): NoCamera {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy'
}
