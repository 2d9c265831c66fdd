import { useMutation, useQueryClient } from '@tanstack/react-query'
import { secondFactorPasskey } from '#contract/passkey/secondFactorPasskey.ts'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { userData } from '#contract/user/userData.ts'
import { type CallQueryClient, throwApiError } from '#kit/api/callQueries.ts'
import { signWithPasskey } from '#kit/browser/passkey.ts'
import { Button } from '#kit/display/Button.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'

/** Shows the second factor of the session by a passkey. */
export function PasskeyFactor({ onShown }: { onShown: () => void }) {
  const client = useQueryClient() as CallQueryClient
  const showing = useMutation({
    mutationFn: async () => {
      // New options: those that told about the passkeys may be too old.
      const { options } = await client.call(secondFactorPasskeyOptions, {}).catch(throwApiError)
      const credential = await signWithPasskey(options)
      return await client.call(secondFactorPasskey, { credential }).catch(throwApiError)
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [userData.name] })
      onShown()
    },
  })
  return (
    <div className="flex flex-col gap-4">
      <SubmitError error={showing.error} />
      <Button wide busy={showing.isPending || showing.isSuccess} onClick={() => showing.mutate()}>
        Usar mi llave de acceso
      </Button>
    </div>
  )
}
