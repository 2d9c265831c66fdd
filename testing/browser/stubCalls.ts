import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { Call } from '#kit/api/apiClient.ts'
import { transportError } from '#kit/api/apiError.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'

/** The reply of each call by its name: an answer, an error, or a function of the call's fields that returns either. */
export type Replies = Record<string, unknown>

/**
 * The API client of a rendered program. Calls without a reply fail with HTTP 404.
 * @param replies read at each call: a test may change them
 */
export function stubCalls(replies: Replies) {
  /** The calls that the program sent, in order. */
  const sentCalls: { name: string; params: Record<string, unknown> }[] = []
  const call = (async ({ name }, params) => {
    sentCalls.push({ name, params })
    const reply = replies[name]
    const answer: unknown = typeof reply === 'function' ? await reply(params) : reply
    if (answer instanceof Error) throw answer
    if (answer === undefined) throw transportError(404)
    return answer
  }) as Call
  return { call, sentCalls }
}

/** Keeps the first error; kit/api/callQueries.test.tsx tests the polls. */
export function withoutPolls(client: CallQueryClient): void {
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({
    ...others,
    queries: { ...queries, refetchInterval: false },
  })
}

/** Opens the side menu of a phone. jsdom has no modal dialogs. */
export async function showMenu(user: UserEvent): Promise<void> {
  const { prototype } = HTMLDialogElement
  prototype.showModal = function () {
    this.open = true
  }
  prototype.close = function () {
    this.open = false
  }
  await user.click(await screen.findByRole('button', { name: 'Abrir el menú' }))
}
