import { queryDefaults, Toaster, TooltipProvider, useSession } from "@souffleur/shared-ui";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, StrictMode, Suspense, useEffect, useRef, useState } from "react";
import { createBrowserRouter, type RouteObject, RouterProvider } from "react-router-dom";
import { Frame } from "./frame/frame.tsx";
import { RemoteRoutes } from "./screens/remote-routes.tsx";

const OwnPage = lazy(() => import("./override/own-page.tsx"));

/** The shell's own paths, and one route for all others, because the registry defines the screens and may change. */
const routes: RouteObject[] = [
  ...["/remote-override", "/remote-preview"].map((path) => ({
    path,
    element: (
      <Suspense>
        <OwnPage />
      </Suspense>
    ),
  })),
  {
    element: <Frame />,
    children: [{ path: "*", element: <RemoteRoutes /> }],
  },
];

/** The application, with the router, the query client and the toaster that all remotes share. */
export function App() {
  const [router] = useState(() => createBrowserRouter(routes));
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: queryDefaults({ staleTime: 30_000 }) }),
  );
  useClearOnUserChange(queryClient);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <TooltipProvider>
          <RouterProvider router={router} />
          <Toaster />
        </TooltipProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** One user's cached data must not be shown to the next user. */
function useClearOnUserChange(queryClient: QueryClient): void {
  const id = useSession().user?.id;
  const last = useRef(id);
  useEffect(() => {
    if (last.current !== undefined && last.current !== id) queryClient.clear();
    last.current = id;
  }, [id, queryClient]);
}
