export { createChromiumRenderer } from './chromium-renderer.ts'
