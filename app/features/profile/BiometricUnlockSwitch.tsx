import { useMutation, useQuery } from '@tanstack/react-query'
import type { DeviceUnlock } from '#app/device/nativeImplementations.ts'
import { Card } from '#kit/display/Card.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'

/** On a phone that can recognise its owner: whether it asks for them before it opens the account. */
export function BiometricUnlockSwitch() {
  const unlock = globalThis.nativeImplementations?.unlock
  return unlock ? <Switch unlock={unlock} /> : null
}

function Switch({ unlock }: { unlock: DeviceUnlock }) {
  const possible = useQuery({
    queryKey: ['deviceUnlock'],
    queryFn: unlock.isPossible,
    networkMode: 'always',
  })
  const set = useMutation({ mutationFn: unlock.set, networkMode: 'always' })
  if (!possible.data) return null
  return (
    <Card>
      <Checkbox
        checked={set.isPending ? set.variables : (set.data ?? unlock.isOn())}
        disabled={set.isPending}
        onChange={({ target }) => set.mutate(target.checked)}
      >
        Abrir con huella, cara o el código del teléfono
      </Checkbox>
      <Text kind="soft">
        Te lo pedimos al abrir la app y después de cinco minutos afuera de ella.
      </Text>
    </Card>
  )
}
