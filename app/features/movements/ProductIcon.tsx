import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { IconCircle } from '#kit/display/IconCircle.tsx'

/** `fuel` of lucide, its paths in one. */
const FUEL = {
  path: 'M14 13h2a2 2 0 0 1 2 2v2a2 2 0 0 0 4 0v-6.998a2 2 0 0 0-.59-1.42L18 5M14 21V5a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v16M2 21h13M3 9h11',
}
/** `shopping-basket`, `droplets` and `wrench`. */
const OTHERS: Record<string, typeof FUEL> = {
  store: {
    path: 'M15 11l-1 9M19 11l-4-7M2 11h20M3.5 11l1.6 7.4a2 2 0 0 0 2 1.6h9.8a2 2 0 0 0 2-1.6l1.7-7.4M4.5 15.5h15M5 11l4-7M9 11l1 9',
  },
  wash: {
    path: 'M7 16.3c2.2 0 4-1.83 4-4.05 0-1.16-.57-2.26-1.71-3.19S7.29 6.75 7 5.3c-.29 1.45-1.14 2.84-2.29 3.76S3 11.1 3 12.25c0 2.22 1.8 4.05 4 4.05zM12.56 6.6A10.97 10.97 0 0 0 14 3.02c.5 2.5 2 4.9 4 6.5s3 3.5 3 5.5a6.98 6.98 0 0 1-11.91 4.97',
  },
  lubrication: {
    path: 'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z',
  },
}

/** The icon of a product: in every row of the lists of purchases. */
export function ProductIcon({ product }: { product: string }) {
  const isFuel = PRODUCTS.find(({ code }) => code === product)?.isFuel ?? true
  return <IconCircle icon={OTHERS[product] ?? FUEL} tone={isFuel ? 'brand' : 'warn'} />
}
