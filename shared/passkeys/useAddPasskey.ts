import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '#contract/call.ts'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { registerPasskey } from '#contract/passkey/registerPasskey.ts'
import { registerPasskeyOptions } from '#contract/passkey/registerPasskeyOptions.ts'
import { type CallQueryClient, throwApiError } from '#kit/api/callQueries.ts'
import { createPasskey } from '#kit/browser/passkey.ts'

/** Adds a passkey of this device to the account: the options, the device's question, the answer to the server. */
export function useAddPasskey() {
  const client = useQueryClient() as CallQueryClient
  return useMutation({
    mutationFn: async (fields: RequestOf<typeof registerPasskeyOptions>) => {
      const { options } = await client.call(registerPasskeyOptions, fields).catch(throwApiError)
      const credential = await createPasskey(options)
      return await client.call(registerPasskey, { credential }).catch(throwApiError)
    },
    // Also after an error: an answer that was lost may have added it.
    onSettled: () => void client.invalidateQueries({ queryKey: [passkeys.name] }),
  })
}
