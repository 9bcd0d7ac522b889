import { QRCodeSVG } from 'qrcode.react'

interface QrCodeProps {
  value: string
  label: string
  /** Pixels. */
  size?: number
}

/** Black on white in both themes: many scanners read nothing else. */
export function QrCode({ value, label, size = 164 }: QrCodeProps) {
  return (
    <span className="inline-block rounded-card border border-line-2 bg-[white] p-2">
      <QRCodeSVG
        value={value}
        size={size}
        marginSize={2}
        bgColor="white"
        fgColor="black"
        role="img"
        aria-label={label}
      />
    </span>
  )
}
