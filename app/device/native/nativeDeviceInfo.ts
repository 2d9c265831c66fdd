import { App } from '@capacitor/app'
import { Device } from '@capacitor/device'
import type { DeviceFacts } from '#app/device/deviceInfo.ts'

/** The phone as `login` reports it. A fact that its plugin does not give is null. */
export async function nativeDeviceInfo(): Promise<DeviceFacts> {
  const [info, id, app] = await Promise.all([
    orNull(Device.getInfo()),
    orNull(Device.getId()),
    orNull(App.getInfo()),
  ])
  return {
    platform: info?.platform === 'ios' ? 'iOS' : 'Android',
    cordova: app && `${app.version} (${app.build})`,
    model: info?.model ?? null,
    version: info?.osVersion ?? null,
    manufacturer: info?.manufacturer ?? null,
    // The id of the installation: no current phone gives its serial number to an app.
    serial: id?.identifier ?? null,
  }
}

const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)
