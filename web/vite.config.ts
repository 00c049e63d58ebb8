import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Built into `dist/web`, from where the server serves it. While working on it: `npm run web`, beside a server. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2023', reportCompressedSize: false },
  server: {
    proxy: Object.fromEntries(
      [
        '/search',
        '/findSimilar',
        '/contents',
        '/answer',
        '/websets/v0',
        '/research',
        '/agent',
        '/winnow',
      ].map((path) => [path, { target: process.env.WINNOW_URL ?? 'http://127.0.0.1:8787' }]),
    ),
  },
})
