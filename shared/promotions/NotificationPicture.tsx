import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { pictureAddress } from '#shared/promotions/pictureAddress.ts'

interface Props {
  imageUrl: string
  /** Below the first screenful: the browser waits until it is near. */
  lazy?: boolean
}

/**
 * The picture of a notification or a promotion, beside whose title it says nothing more, in a box of 16 by 9,
 * which has its size before the picture arrives; a drawing in that box when it cannot be loaded, and nothing
 * when there is none.
 */
export function NotificationPicture({ imageUrl, lazy = false }: Props) {
  const [failed, setFailed] = useState(false)
  const address = pictureAddress(imageUrl, location.origin)
  if (!address) return null
  return (
    <div className="flex aspect-video w-full items-center justify-center overflow-hidden bg-sun-tint text-sun-text">
      {!failed ? (
        <img
          src={address}
          alt=""
          width={640}
          height={360}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      ) : (
        <Megaphone aria-hidden="true" size={56} strokeWidth={1.5} />
      )}
    </div>
  )
}
