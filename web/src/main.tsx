import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/client.ts'
import { createAppRouter } from './router.tsx'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What the server refuses it refuses again; what did not reach it may get there the next time.
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.status >= 500 || error.status === 0),
    },
  },
})

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createAppRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  )
