// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'

import { startOutbox } from '#app/offline/startOutbox.ts'
import { createAppSession, UNSENT } from '#app/session/session.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { CallQueryClient } from '#kit/api/callQueries.ts'
import { createServerClock } from '#kit/api/serverClock.ts'
import { ownKey } from '#kit/browser/perUserStorage.ts'

/** Another tab has changed an entry of localStorage, which now has this value. */
function changeInOtherTab(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
}

describe('startOutbox', () => {
  test('fetches the sent messages again when another tab has sent one', () => {
    const call = vi.fn<() => never>()
    const client = new CallQueryClient(call)
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    const session = createAppSession({ tabStorage: sessionStorage, lastingStorage: localStorage })
    const clock = createServerClock(() => new Date())
    startOutbox(client, { session, call, clock, storage: localStorage })
    const key = ownKey('ana@demo.surtidor.uy', `${UNSENT}1`)
    changeInOtherTab(key, '{}')
    changeInOtherTab('theme', null)
    expect(invalidate).not.toHaveBeenCalled()
    changeInOtherTab(key, null)
    expect(invalidate).toHaveBeenCalledWith({ queryKey: [sentMessages.name] })
  })
})
