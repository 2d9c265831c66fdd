/**
 * The picture of the landing page: a car at a dispenser at dusk, under the fountain of the logo. It
 * stands on a dark panel in both themes. Decorative.
 */
export function LandingPicture() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 480 360"
      fill="none"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="w-full stroke-on-deep"
    >
      <circle cx="388" cy="84" r="34" className="fill-sun stroke-transparent" />
      <path
        d="M0 360C70 256 140 208 226 208s178 52 254 152z"
        className="fill-on-deep stroke-transparent"
        opacity="0.1"
      />
      <g opacity="0.2" strokeWidth="7">
        <path d="M116 208V96M104 208v-62c0-36-11-51-29-51-17 0-29 13-29 33M128 208v-62c0-36 11-51 29-51 17 0 29 13 29 33" />
      </g>
      <path d="M12 316h456" opacity="0.5" />
      <path d="M60 112h196M84 112v-18h148v18" opacity="0.55" />
      <path d="M92 112v204M224 112v204" opacity="0.35" />
      <g>
        <path d="M132 316V182a12 12 0 0 1 12-12h40a12 12 0 0 1 12 12v134z" className="fill-deep" />
        <path d="M120 316h88" />
        <path d="M146 186h36v28h-36z" className="fill-deep-end" />
        <path d="M153 202h22" className="stroke-sun" />
        <path d="M148 234h32M148 250h20" opacity="0.6" />
        <path d="M196 226h8a12 12 0 0 1 12 12v30a11 11 0 0 0 22 0v-42l24 10" />
      </g>
      <path
        d="M258 296v-34a16 16 0 0 1 13-16l23-5 27-32a20 20 0 0 1 15-7h52a20 20 0 0 1 17 10l17 30 16 6a16 16 0 0 1 11 15v33"
        className="fill-deep-end"
      />
      <path d="M258 296h18M336 296h52M436 296h14" />
      <path d="M318 240h104l-12-22a10 10 0 0 0-9-5h-24v27M352 213v27M318 240l16-20" />
      <circle cx="306" cy="296" r="24" className="fill-deep" />
      <circle cx="306" cy="296" r="8" className="fill-on-deep stroke-transparent" />
      <circle cx="412" cy="296" r="24" className="fill-deep" />
      <circle cx="412" cy="296" r="8" className="fill-on-deep stroke-transparent" />
      <path d="M264 262h14" className="stroke-sun" />
      <path
        d="M246 60c9 13 14 20 14 28a14 14 0 0 1-28 0c0-8 5-15 14-28z"
        className="fill-sun stroke-transparent"
      />
    </svg>
  )
}
