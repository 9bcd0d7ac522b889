/** Writes image files that are small enough for a repository. Each function returns the bytes written. */
import sharp from 'sharp'
import { type Frame, roundDelays } from './frames.ts'

/** With a palette: the console's pages are flat, and 256 colors show no difference. */
export async function writePng(screenshot: Buffer, path: string): Promise<number> {
  const { size } = await sharp(screenshot)
    .png({ palette: true, quality: 95, effort: 10, compressionLevel: 9 })
    .toFile(path)
  return size
}

/** Repeats for ever. Parts that stay the same from one frame to the next take no space. */
export async function writeGif(frames: readonly Frame[], path: string): Promise<number> {
  const images = frames.map(({ image }) => image)
  const { size } = await sharp(images, { join: { animated: true } })
    .gif({
      loop: 0,
      delay: roundDelays(frames.map(({ delayMs }) => delayMs)),
      dither: 0,
      effort: 10,
      interPaletteMaxError: 2,
    })
    .toFile(path)
  return size
}
