import { App } from '@capacitor/app'
import { Device } from '@capacitor/device'
import type { NativeDevice } from '#app/device/nativeImplementations.ts'

/** The device as `login` reports it. A fact that its plugin does not give is null. */
export async function deviceFacts(): Promise<NativeDevice> {
  const [info, id, app] = await Promise.all([
    orNull(Device.getInfo()),
    orNull(Device.getId()),
    orNull(App.getInfo()),
  ])
  return {
    platform: info?.platform === 'ios' ? 'ios' : 'android',
    shellVersion: app && `${app.version} (${app.build})`,
    model: info?.model ?? null,
    version: info?.osVersion ?? null,
    manufacturer: info?.manufacturer ?? null,
    serial: id?.identifier ?? null,
  }
}

const orNull = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)
