/** Which browser on which system, for a list of one's own sessions. */

/** The first that matches: browsers name those they descend from after themselves. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

function first(text: string, names: readonly (readonly [RegExp, string])[]) {
  return names.find(([pattern]) => pattern.test(text))?.[1]
}

/** `Chrome on Windows`; an unknown browser is left out. */
export function describeUserAgent(text: string | null): string {
  const browser = first(text ?? '', BROWSERS) ?? 'Unknown browser'
  const system = first(text ?? '', SYSTEMS)
  return system ? `${browser} on ${system}` : browser
}
