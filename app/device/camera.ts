/** Why there is no picture: permission was denied, there is no camera, or another program uses it. */
export type NoCamera = 'denied' | 'absent' | 'busy'

export interface Camera {
  stream: MediaStream
  /** Switches the lamp; null when the camera has none. */
  setTorch: ((on: boolean) => Promise<void>) | null
  close: () => void
}

/**
 * Opens the camera at the back of a phone, or the only one. The browser asks for permission.
 * @throws CameraError
 */
export async function startCamera(): Promise<Camera> {
  // Without https the browser offers no camera.
  if (!('mediaDevices' in navigator)) throw new CameraError('absent')
  const stream = await navigator.mediaDevices
    .getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    .catch((error: unknown) => {
      throw new CameraError(reasonOf(error))
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

export class CameraError extends Error {
  readonly reason: NoCamera
  constructor(reason: NoCamera) {
    super(`camera: ${reason}`)
    this.reason = reason
  }
}

function reasonOf(error: unknown): NoCamera {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'busy'
}
